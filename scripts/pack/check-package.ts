import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'

interface BuiltManifest {
  readonly name: string
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<
    Record<string, string | { readonly types: string; readonly default: string }>
  >
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Why a built package must not be published, a sentence each: what it lacks, and what does not belong in it. */
export function problemsOfPackage(folder: string): string[] {
  const manifest: BuiltManifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  )
  return [
    ...missingFiles(manifest, folder),
    ...files.filter(isForeign).map((path) => `${path} does not belong in a package`),
    ...undeclaredImports(manifest, folder, files),
  ]
}

function missingFiles({ bin = {}, exports = {} }: BuiltManifest, folder: string): string[] {
  const targets = Object.values(exports).flatMap((one) =>
    typeof one === 'string' ? [one] : [one.types, one.default],
  )
  const named = [...targets, ...Object.values(bin)]
  const needed = ['README.md', 'LICENSE', ...named]
  const isThere = (path: string) =>
    existsSync(join(folder, path)) && statSync(join(folder, path)).size > 0
  return [
    ...needed.filter((path) => !isThere(path)).map((path) => `${path} is missing or empty`),
    ...(named.length === 0 ? ['nothing in it can be imported or started'] : []),
  ]
}

const isForeign = (path: string): boolean =>
  /\.(test|contract|attacks)\.|tsbuildinfo|tsconfig|(^|\/)node_modules\//.test(path)

/** Packages that the compiled code or its declarations import and the manifest does not name. */
function undeclaredImports(
  manifest: BuiltManifest,
  folder: string,
  files: readonly string[],
): string[] {
  const declared = new Set([
    manifest.name,
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.optionalDependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}),
  ])
  const compiled = files.filter((path) => /^dist\/.*\.(js|d\.ts)$/.test(path))
  const found = compiled.flatMap((path) =>
    importedPackages(readFileSync(join(folder, path), 'utf8'))
      .filter((name) => !declared.has(name))
      .map((name) => `${path} imports ${name}, which the manifest does not name`),
  )
  return [...new Set(found)]
}

/** `@scope/name` or `name` of each import; the types that come with Node count as Node. */
function importedPackages(text: string): string[] {
  const pattern =
    /^(?:import|export)\s[\w\s{},*$]*?from\s*['"]([^'"\n]+)['"]|^import\s*['"]([^'"\n]+)['"]|\bimport\(['"]([^'"\n]+)['"]\)/gm
  return [...text.matchAll(pattern)]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .filter((specifier) => !/^(\.|node:)/.test(specifier) && !builtinModules.includes(specifier))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
}
