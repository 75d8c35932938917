// Checks exported films with the Khronos glTF validator.
//
//   node tools/validate-glb.mjs FOLDER FILE...
//
// FOLDER is where `npm install gltf-validator` was run. One line a file; every error and warning is
// shown with its place. Exit 0 if there is no error in any file and each of them holds an animation
// and morph targets or a skin, 1 otherwise, 2 if the call is wrong.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';

const SEVERITIES = ['error', 'warning', 'info', 'hint'];

const [folder, ...files] = process.argv.slice(2);
if (!folder || files.length === 0) {
  console.error('usage: node validate-glb.mjs FOLDER FILE...');
  process.exit(2);
}
const { validateBytes } = createRequire(join(resolve(folder), 'package.json'))('gltf-validator');

function refuseResource(uri) {
  // Our GLBs hold everything themselves.
  return Promise.reject(new Error(`refers to another file: ${uri}`));
}

async function faultsOf(file) {
  const report = await validateBytes(new Uint8Array(readFileSync(file)), {
    uri: basename(file),
    externalResourceFunction: refuseResource,
  });
  const { issues, info = {} } = report; // no info where nothing could be read
  for (const issue of issues.messages.filter((m) => m.severity <= 1)) {
    console.log(`  ${SEVERITIES[issue.severity]} ${issue.code} at ${issue.pointer ?? issue.offset}: ${issue.message}`);
  }
  const faults = [];
  if (issues.numErrors > 0) faults.push(`${issues.numErrors} errors`);
  if (!(info.animationCount > 0)) faults.push('no animation');
  if (!info.hasMorphTargets && !info.hasSkins) faults.push('no morph targets and no skin');
  const size = `${info.totalVertexCount ?? 0} vertices, ${info.totalTriangleCount ?? 0} triangles, ${issues.numWarnings} warnings`;
  return { faults, size };
}

let failed = 0;
for (const file of files) {
  try {
    const { faults, size } = await faultsOf(file);
    failed += faults.length > 0 ? 1 : 0;
    console.log(`${file}: ${faults.length > 0 ? faults.join(', ') : 'valid'} (${size})`);
  } catch (e) {
    failed++;
    console.log(`${file}: ${e.message ?? e}`);
  }
}
process.exit(failed > 0 ? 1 : 0);
