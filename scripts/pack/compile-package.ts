import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { root } from '../proof/paths.ts'
import {
  builtFolder,
  type PublishedPackage,
  publishedPackages,
  readManifest,
} from './published-packages.ts'

const isTest = (path: string): boolean => /\.(test|contract|attacks)\.tsx?$/.test(path)

/**
 * Compiles what a package's exports reach into its built folder, and keeps the sources that were reached: they are what
 * declaration maps point at. Tests and fixtures are not reached. Throws what the
 * compiler says.
 */
export function compilePackage(published: PublishedPackage): void {
  const { folder } = published
  const source = join(root, 'packages', folder)
  const built = builtFolder(folder)
  const config = join(built, 'tsconfig.json')
  const modules = join(built, 'node_modules')
  cpSync(join(source, 'src'), join(built, 'src'), {
    recursive: true,
    filter: (path) => !isTest(path),
  })
  // Versions that differ from the workspace's are installed beside the package.
  const own = join(source, 'node_modules')
  if (existsSync(own)) symlinkSync(own, modules)
  writeFileSync(config, JSON.stringify(configOf(published)))
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', config], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${stdout}${stderr}`.trim())
  } finally {
    rmSync(config)
    rmSync(modules, { force: true })
  }
  removeUnreached(built)
}

function configOf(published: PublishedPackage) {
  const { folder, started = [] } = published
  const text = readFileSync(join(root, 'packages', folder, 'tsconfig.json'), 'utf8')
  const { types, lib } = JSON.parse(text).compilerOptions
  const exported = Object.values(readManifest(published).exports ?? {})
  return {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      ...{ rootDir: 'src', outDir: 'dist', types, ...(lib && { lib }) },
      ...{ composite: false, declaration: true, declarationMap: true, sourceMap: false },
      ...{ noEmitOnError: true, customConditions: [], paths: builtPaths() },
    },
    files: [...exported.map((one) => one['repertoire-source']), ...started],
  }
}

/** Where the compiler finds the packages that were built before. */
function builtPaths(): Record<string, string[]> {
  const paths: Record<string, string[]> = {}
  for (const published of publishedPackages) {
    const { name, exports = {} } = readManifest(published)
    for (const [path, { types }] of Object.entries(exports)) {
      paths[`${name}${path.slice(1)}`] = [join(builtFolder(published.folder), types)]
    }
  }
  return paths
}

function removeUnreached(built: string): void {
  const source = join(built, 'src')
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!/\.[a-z]+$/.test(path)) continue
    const reached = existsSync(join(built, 'dist', path.replace(/\.ts$/, '.d.ts')))
    if (!path.endsWith('.ts') || !reached) rmSync(join(source, path))
  }
  removeEmptyFolders(source)
}

function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name))
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true })
}
