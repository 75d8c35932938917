"""Turns the helper bones of an exported rig into Blender's own drivers.

  blender --python FILE.drivers.py                    opens the character, ready to pose
  blender -b --python FILE.drivers.py -- OUT.blend    saves it

The GLB and the .rig.json file must lie beside this script. The drivers are plain expressions
(products, sums, pow, sqrt, sin, cos, atan2), which Blender evaluates itself: the saved file needs neither
this script nor the permission to run Python. How it works: for every joint that a helper reads, the
rotation beyond its bind pose becomes custom properties of the armature (a rotation vector, held
within the trained range); for every helper six polynomials of these, its kernels added where it has
some, and from them place and rotation of its pose bone.
"""
import json
import os
import sys

import bpy
import numpy
from mathutils import Matrix, Quaternion, Vector

GLB = "@GLB@"
RIG = "@JSON@"
LONGEST = 240  # characters of an expression that Blender keeps: 255
if "bool" not in numpy.__dict__:
    numpy.bool = bool  # the importer of older Blenders asks for it, newer numpys have dropped it
HERE = os.path.dirname(os.path.abspath(__file__))


def rows(m):
    return Matrix((m[0:4], m[4:8], m[8:12], (0, 0, 0, 1)))


def number(x):
    return "%.9g" % x


def left(q):
    """Matrix of the map p -> q p on quaternions w, x, y, z."""
    w, x, y, z = q
    return Matrix(((w, -x, -y, -z), (x, w, -z, y), (y, z, w, -x), (z, -y, x, w)))


def right(q):
    """Matrix of the map p -> p q."""
    w, x, y, z = q
    return Matrix(((w, -x, -y, -z), (x, w, z, -y), (y, -z, w, x), (z, y, -x, w)))


class Drivers:
    def __init__(self, armature):
        self.armature = armature

    def _fill(self, curve, expression, variables):
        assert len(expression) < 256, expression
        driver = curve.driver
        driver.type = "SCRIPTED"
        for name, path in variables.items():
            variable = driver.variables.new()
            variable.name = name
            variable.targets[0].id = self.armature
            variable.targets[0].data_path = path
        driver.expression = expression

    def value(self, name, expression, variables):
        """A custom property with a driver; answers with its path."""
        self.armature[name] = 0.0
        path = '["%s"]' % name
        self._fill(self.armature.driver_add(path), expression, variables)
        return path

    def property(self, owner, name, index, expression, variables):
        self._fill(owner.driver_add(name, index), expression, variables)

    def sum(self, name, constant, terms, closing="%s"):
        """constant + sum of (text, variables), in pieces that fit, then put into closing."""
        terms = [(number(constant), {})] + terms
        level = 0
        while True:
            pieces = []
            for term, variables in terms:
                if not pieces or len(pieces[-1][0]) + len(term) + 1 > LONGEST - 40:
                    pieces.append((term, dict(variables)))
                else:
                    text, used = pieces[-1]
                    used.update(variables)
                    pieces[-1] = (text + "+" + term, used)
            if len(pieces) == 1:
                break
            terms = []
            for k, (text, used) in enumerate(pieces):
                path = self.value("%s_%d_%d" % (name, level, k), text, used)
                terms.append(("p%d" % k, {"p%d" % k: path}))
            level += 1
        text, used = pieces[0]
        if len(closing % text) > LONGEST:
            used = {"s": self.value(name + "_s", text, used)}
            text = "s"
        return self.value(name, closing % text, used)


def main():
    with open(os.path.join(HERE, RIG), encoding="utf-8") as file:
        rig = json.load(file)
    before = set(bpy.data.objects)
    bpy.ops.import_scene.gltf(filepath=os.path.join(HERE, GLB))
    armature = next(o for o in bpy.data.objects if o not in before and o.type == "ARMATURE")
    bones = armature.data.bones
    for action in bpy.data.actions:
        for curve in list(action.fcurves):
            if any('"%s"' % h["name"] in curve.data_path for h in rig["helpers"]):
                action.fcurves.remove(curve)

    # glTF is y up, Blender z up; a bone's own axes differ from its joint's by a constant turn.
    upright = Matrix(((1, 0, 0, 0), (0, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, 1)))

    def turn(name, bind):
        joint = upright @ rows(bind)
        bone = bones[name].matrix_local
        size = max(1.0, joint.translation.length)
        if (joint.translation - bone.translation).length > 1e-3 * size:
            raise SystemExit("%s was not loaded in its bind pose" % name)
        return (joint.to_3x3().inverted() @ bone.to_3x3()).to_quaternion()

    drivers = Drivers(armature)
    inputs = []
    vectors = {}
    for index, variable in enumerate(rig["variables"]):
        joint = rig["joints"][variable["joint"]]
        if variable["joint"] not in vectors:
            armature.pose.bones[joint["name"]].rotation_mode = "QUATERNION"
            m = turn(joint["name"], joint["bind"])
            # delta = center^-1 (M q M^-1): linear in the four numbers of the bone's quaternion
            linear = left(Quaternion(variable["center"]).conjugated()) @ left(m) @ right(m.conjugated())
            q = {
                "q%d" % k: 'pose.bones["%s"].rotation_quaternion[%d]' % (joint["name"], k) for k in range(4)
            }
            delta = {}
            for k, axis in enumerate("wxyz"):
                text = "+".join("%s*q%d" % (number(linear[k][c]), c) for c in range(4))
                delta[axis] = drivers.value("j%d_%s" % (variable["joint"], axis), text, q)
            length = drivers.value("j%d_s" % variable["joint"], "sqrt(x*x+y*y+z*z)", {a: delta[a] for a in "xyz"})
            factor = drivers.value(
                "j%d_f" % variable["joint"],
                "(2*atan2(s,fabs(w))/s if s>1e-7 else 2)*(-1 if w<0 else 1)",
                {"s": length, "w": delta["w"]},
            )
            vectors[variable["joint"]] = (delta, factor)
        delta, factor = vectors[variable["joint"]]
        inputs.append(
            drivers.value(
                "v%d" % index,
                "min(max(f*x,%s),%s)" % (number(variable["min"]), number(variable["max"])),
                {"f": factor, "x": delta["xyz"[variable["axis"]]]},
            )
        )

    for h, helper in enumerate(rig["helpers"]):
        outputs = []
        kernels = helper.get("kernels", {"weights": []})
        values = []
        for k in range(len(kernels["weights"]) // 6):
            squares = [
                (
                    "pow((v%d+%s)*%s,2)" % (v, number(-kernels["centers"][k * len(inputs) + v]), number(width)),
                    {"v%d" % v: inputs[v]},
                )
                for v, width in enumerate(kernels["inverseWidths"])
            ]
            values.append(drivers.sum("h%d_k%d" % (h, k), 1, squares, "1/pow(%s,2)"))
        for o, output in enumerate(helper["outputs"]):
            terms = [
                ("%s*k%d" % (number(kernels["weights"][6 * k + o]), k), {"k%d" % k: value})
                for k, value in enumerate(values)
            ]
            for term, coefficient in zip(output["terms"], output["coefficients"]):
                text = "*".join([number(coefficient)] + ["v%d" % v for v in term])
                terms.append((text, {"v%d" % v: inputs[v] for v in term}))
            limits = "min(max(%%s,%s),%s)" % (number(output["min"]), number(output["max"]))
            outputs.append(drivers.sum("h%d_%d" % (h, o), output["constant"], terms, limits))
        bone = armature.pose.bones[helper["name"]]
        bone.rotation_mode = "QUATERNION"
        parent = rig["joints"][helper["parent"]]
        rest = rows(parent["bind"]).inverted() @ rows(helper["bind"])
        m = turn(helper["name"], helper["bind"])
        # basis = M^-1 rest^-1 [q0 exp(r) | t] M
        back = m.conjugated() @ rest.to_quaternion().conjugated()
        place = back.to_matrix()
        offset = place @ -Vector(rest.translation)
        for c in range(3):
            drivers.property(
                bone,
                "location",
                c,
                number(offset[c]) + "".join("+%s*t%d" % (number(place[c][k]), k) for k in range(3)),
                {"t%d" % k: outputs[k] for k in range(3)},
            )
        vector = {"r%d" % k: outputs[3 + k] for k in range(3)}
        angle = drivers.value("h%d_a" % h, "sqrt(r0*r0+r1*r1+r2*r2)", vector)
        sine = drivers.value("h%d_f" % h, "sin(a/2)/a if a>1e-6 else 0.5", {"a": angle})
        linear = left(back @ Quaternion(helper["rest"])) @ right(m)
        for c in range(4):
            text = "%s*cos(a/2)+f*(%s)" % (
                number(linear[c][0]),
                "+".join("%s*r%d" % (number(linear[c][1 + k]), k) for k in range(3)),
            )
            drivers.property(bone, "rotation_quaternion", c, text, {"a": angle, "f": sine, **vector})

    slow = [
        c for c in armature.animation_data.drivers if not c.driver.is_simple_expression or not c.driver.is_valid
    ]
    for curve in slow:
        print("not a simple expression:", curve.data_path, curve.driver.expression)
    print("%d drivers for %d helpers" % (len(armature.animation_data.drivers), len(rig["helpers"])))
    if slow:
        raise SystemExit(1)


main()
if "--" in sys.argv:
    bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(sys.argv[sys.argv.index("--") + 1]))
