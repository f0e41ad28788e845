/**
 * `npm run release -- --dry-run` shows what would be published, `-- 0.2.0` gives every package that version, `-- --publish`
 * publishes what is built. docs/install.md, “Releases”, says when.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackages } from './pack/build-packages.ts'
import { packTarballs, type Tarball } from './pack/pack-tarballs.ts'
import {
  changelogOfVersion,
  changesOf,
  isVersion,
  manifestOfVersion,
} from './pack/release-version.ts'
import { root } from './proof/paths.ts'

const changelog = join(root, 'CHANGELOG.md')

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function npm(...args: readonly string[]): void {
  const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' } as const
  execFileSync('npm', args, options)
}

function setVersion(next: string): void {
  const day = new Date().toISOString().slice(0, 10)
  const released = changelogOfVersion(readFileSync(changelog, 'utf8'), next, day)
  const folders = [
    '.',
    'bench',
    ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
  ]
  for (const folder of folders) {
    const file = join(root, folder, 'package.json')
    writeFileSync(file, manifestOfVersion(readFileSync(file, 'utf8'), next))
  }
  writeFileSync(changelog, released)
  npm('install', '--package-lock-only', '--ignore-scripts')
  print(`Every package is ${next}. Commit, tag v${next}, and run: npm run release -- --publish`)
}

function build(): Tarball[] {
  const destination = join(root, 'dist/tarballs')
  rmSync(destination, { recursive: true, force: true })
  mkdirSync(destination, { recursive: true })
  const tarballs = packTarballs(
    buildPackages(() => {}),
    destination,
  )
  for (const { name, version, bytes, unpackedBytes, entries } of tarballs) {
    const sizes = `${toKilobytes(bytes)} packed, ${toKilobytes(unpackedBytes)} unpacked`
    print(`  ${`${name}@${version}`.padEnd(28)} ${sizes}, ${entries} files`)
  }
  return tarballs
}

const toKilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000)} kB`

function dryRun(): void {
  print('Would be published:')
  const [first] = build()
  const text = readFileSync(changelog, 'utf8')
  const changes = changesOf(text, 'Unreleased') || changesOf(text, first?.version ?? '')
  print(`\n${changes}\n\nNothing was published.`)
}

function publish(): void {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (git('status', '--porcelain') !== '')
    throw new Error('Commit first: the work tree has changes.')
  if (!git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)) {
    throw new Error(`Tag this commit first: git tag v${version}`)
  }
  for (const { file } of build()) npm('publish', file, '--access', 'public')
}

function main([argument = '--help', ...rest]: readonly string[]): void {
  if (rest.length === 0 && argument === '--dry-run') dryRun()
  else if (rest.length === 0 && argument === '--publish') publish()
  else if (rest.length === 0 && isVersion(argument)) setVersion(argument)
  else throw new Error('Usage: npm run release -- (--dry-run | 1.2.3 | --publish)')
}

try {
  main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
