"""Loads this folder's export into Blender: mesh, frame rate, frame range and motion.

    blender -P import_in_blender.py              what suits best of the files that are here
    blender -P import_in_blender.py -- glb       the GLB with its own animation
    blender -P import_in_blender.py -- obj       the OBJ, driven by its point cache

Frame 0 is the start of the take. Made by Shinari; change it as you like.
"""

import os
import sys

import bpy

NAME = "@NAME@"
FRAMES_PER_SECOND = "@FPS@"
FRAMES = "@FRAMES@"
POINTS = "@POINTS@"  # vertices of all bodies together, as the caches hold them
BODIES = "@BODIES@"

FOLDER = os.path.dirname(os.path.abspath(__file__))


def beside(extension):
    """The export's file with this extension, or None."""
    path = os.path.join(FOLDER, NAME + extension)
    return path if os.path.exists(path) else None


def set_time():
    scene = bpy.context.scene
    scene.render.fps = max(1, round(FRAMES_PER_SECOND))
    scene.render.fps_base = scene.render.fps / FRAMES_PER_SECOND
    scene.frame_start = 0
    scene.frame_end = max(0, FRAMES - 1)
    scene.frame_set(0)


def new_meshes(load):
    """Runs an importer; answers with the mesh objects that it made."""
    before = set(bpy.data.objects)
    load()
    return [o for o in bpy.data.objects if o not in before and o.type == "MESH"]


def call(operator, path, **options):
    """Calls an importer with those of the options that this Blender's version knows."""
    known = operator.get_rna_type().properties.keys()
    operator(filepath=path, **{k: v for k, v in options.items() if k in known})


def load_glb(path):
    # Smooth shading is what the file's normals say; reading them one by one is slow and fails
    # where an older Blender meets a newer numpy.
    return new_meshes(lambda: call(bpy.ops.import_scene.gltf, path,
                                   merge_vertices=False, import_shading="SMOOTH"))


def load_obj(path):
    # One mesh, with the vertices in the file's order: the cache counts on it.
    importer = bpy.ops.wm.obj_import if hasattr(bpy.types, "WM_OT_obj_import") \
        else bpy.ops.import_scene.obj
    return new_meshes(lambda: call(importer, path, use_split_objects=False,
                                   use_split_groups=False, split_mode="OFF"))


def add_cache(thing, path, forward, up):
    """Lets a point cache drive a mesh. The axes say how the mesh was turned on import."""
    if len(thing.data.vertices) != POINTS:
        raise SystemExit("%s has %d vertices, but the cache holds %d: export both again"
                         % (thing.name, len(thing.data.vertices), POINTS))
    if thing.data.shape_keys:
        thing.shape_key_clear()
    modifier = thing.modifiers.new("Take", "MESH_CACHE")
    modifier.cache_format = "MDD" if path.endswith(".mdd") else "PC2"
    modifier.filepath = path
    modifier.frame_start = 0
    modifier.forward_axis = forward
    modifier.up_axis = up


def main():
    wanted = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    mode = wanted[0] if wanted else "auto"
    if mode not in ("auto", "glb", "obj"):
        raise SystemExit("unknown choice '%s': use auto, glb or obj" % mode)
    glb, obj, cache = beside(".glb"), beside(".obj"), beside(".pc2") or beside(".mdd")
    if mode == "glb" and not glb or mode == "obj" and not obj or not (glb or obj):
        raise SystemExit("no %s of %s beside this script" % (mode, NAME))

    set_time()
    meshes = load_glb(glb) if glb and mode != "obj" else []
    bodies = [o for o in meshes if not o.get("scenery")]
    if mode == "auto" and cache and len(bodies) == 1 and BODIES == 1:
        # The cache holds every frame, the GLB maybe every second one. glTF import turns Y up into
        # Z up in the mesh itself; these axes turn the cache the same way.
        add_cache(bodies[0], cache, "POS_Z", "NEG_Y")
    elif mode == "obj" or obj and (not glb or cache and mode == "auto"):
        # Several bodies share one cache: take the joined mesh, keep the GLB's scenery.
        for o in bodies:
            bpy.data.objects.remove(o)
        joined = load_obj(obj)
        if cache:
            # OBJ import turns the object, not the mesh: the cache is used as it is.
            add_cache(joined[0], cache, "POS_Y", "POS_Z")
    set_time()


main()
