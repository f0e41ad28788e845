import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../proof/paths.ts'
import { problemsOfPackage } from './check-package.ts'
import { compilePackage } from './compile-package.ts'
import { publishedManifest } from './published-manifest.ts'
import {
  builtFolder,
  type PublishedPackage,
  publishedPackages,
  readManifest,
} from './published-packages.ts'

/** Builds every published package anew and returns their folders. Throws what is wrong with them. */
export function buildPackages(onBuilt: (name: string) => void): string[] {
  rmSync(join(root, 'dist/packages'), { recursive: true, force: true })
  const folders = publishedPackages.map((published) => {
    buildPackage(published)
    onBuilt(readManifest(published).name)
    return builtFolder(published.folder)
  })
  const problems = folders.flatMap((folder) =>
    problemsOfPackage(folder).map((problem) => `${folder}: ${problem}`),
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return folders
}

function buildPackage(published: PublishedPackage): void {
  const { folder, assets = [], onRequest, finish } = published
  const built = builtFolder(folder)
  mkdirSync(built, { recursive: true })
  compilePackage(published)
  if (finish !== undefined) {
    execFileSync(process.execPath, [join(root, 'scripts/pack', finish), built], {
      stdio: 'inherit',
    })
  }
  for (const [from, to] of assets) copyAsset(join(root, from), join(built, to))
  cpSync(join(root, 'packages', folder, 'README.md'), join(built, 'README.md'))
  cpSync(join(root, 'LICENSE'), join(built, 'LICENSE'))
  const shared = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const source = readManifest(published)
  const manifest = publishedManifest(source, shared, onRequest)
  for (const path of Object.values(source.bin ?? {})) chmodSync(join(built, path), 0o755)
  writeFileSync(join(built, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function copyAsset(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
}
