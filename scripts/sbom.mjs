#!/usr/bin/env node
// Prints the software bill of materials of a release: every production dependency of the lock file, in CycloneDX
// JSON. The same lock file gives the same bytes, and nothing in it names this machine or its npm.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/** Properties of npm that hold a path of this machine. */
const localProperty = /^cdx:npm:package:(path|extraneous)$/

export function sbom() {
  const options = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const text = execFileSync('npm', options, {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    ...{ stdio: ['ignore', 'pipe', 'ignore'], shell: process.platform === 'win32' },
  })
  return `${JSON.stringify(withoutMachine(JSON.parse(text)), null, 2)}\n`
}

/** npm's own way to leave development packages out also leaves out what production needs as well. */
function productionPackages() {
  const { packages } = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8'))
  const needed = Object.entries(packages).filter(
    ([path, { dev, link }]) => path !== '' && !dev && !link,
  )
  return new Set(
    needed.map(([path, { name, version }]) => {
      const folder = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      // The lock file leaves a name out that is the folder's own.
      const plain = path.includes('node_modules/') ? folder : (name ?? basename(path))
      return `pkg:npm/${plain.replace('@', '%40')}@${version}`
    }),
  )
}

function withoutMachine({ serialNumber: _, metadata, ...bom }) {
  const production = productionPackages()
  const isProduction = (purl) => production.has(purl)
  const { timestamp: __, tools: ___, component, ...rest } = metadata
  const components = bom.components.filter(({ purl }) => isProduction(purl))
  const kept = new Set([component['bom-ref'], ...components.map((one) => one['bom-ref'])])
  const plain = {
    ...bom,
    metadata: { ...rest, component: { ...cleanComponent(component), name: 'repertoire' } },
    components: components.map(cleanComponent),
    dependencies: bom.dependencies.flatMap(({ ref, dependsOn = [] }) =>
      kept.has(ref) ? [{ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }] : [],
    ),
  }
  const digest = createHash('sha256').update(JSON.stringify(plain)).digest('hex')
  return { ...plain, serialNumber: `urn:uuid:${uuidFrom(digest)}` }
}

function cleanComponent({ properties = [], externalReferences = [], ...component }) {
  return {
    ...component,
    properties: properties.filter(({ name }) => !localProperty.test(name)),
    // Where this machine got a package from is no fact about the package.
    externalReferences: externalReferences.filter(({ type }) => type !== 'distribution'),
  }
}

/** A name-based UUID, version 8: the content decides it. */
function uuidFrom(hex) {
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16)
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`]
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Whoever reads the beginning only, as `head` does, closes the pipe.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.stdout.write(sbom())
}
