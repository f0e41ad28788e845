/**
 * `npm run release -- --dry-run` shows what would be published, `-- --version` gives every package the version that the changesets
 * ask for, `-- --publish` publishes what is built. docs/install.md, “Releases”, says when.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readChangesets } from '@changesets/read'
import { buildPackages } from './pack/build-packages.ts'
import { changesetCommand } from './pack/changeset-command.ts'
import { describeBuildError } from './pack/describe-build-error.ts'
import { packTarballs, type Tarball } from './pack/pack-tarballs.ts'
import { changelogOfVersion, changesOf, listChanges } from './pack/release-version.ts'
import { root } from './proof/paths.ts'

const changelog = join(root, 'CHANGELOG.md')

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function npm(...args: readonly string[]): void {
  const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' } as const
  execFileSync('npm', args, options)
}

async function setVersion(): Promise<void> {
  const changes = await unreleased()
  if (changes === '') throw new Error('There is no changeset: npx changeset writes one.')
  const [program, ...args] = changesetCommand
  execFileSync(program, [...args, 'version'], { cwd: root, stdio: 'inherit' })
  const { version } = readManifest('packages/repertoire')
  npm('pkg', 'set', `version=${version}`)
  const day = new Date().toISOString().slice(0, 10)
  const text = readFileSync(changelog, 'utf8')
  writeFileSync(changelog, changelogOfVersion(text, `${version} · ${day}`, changes))
  npm('install', '--package-lock-only', '--ignore-scripts')
  print(
    `Every package is ${version}. Commit, tag v${version}, and run: npm run release -- --publish`,
  )
}

async function unreleased(): Promise<string> {
  return listChanges((await readChangesets(root)).map(({ summary }) => summary))
}

function readManifest(folder: string): { readonly version: string } {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
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

async function dryRun(): Promise<void> {
  print('Would be published:')
  const [first] = build()
  const ofVersion = () => changesOf(readFileSync(changelog, 'utf8'), first?.version ?? '')
  const changes = (await unreleased()) || ofVersion()
  print(`\n${changes}\n\nNothing was published.`)
}

function publish(): void {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const { version } = readManifest('.')
  if (git('status', '--porcelain') !== '')
    throw new Error('Commit first: the work tree has changes.')
  if (!git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)) {
    throw new Error(`Tag this commit first: git tag v${version}`)
  }
  for (const { file } of build()) npm('publish', file, '--access', 'public')
}

async function main([argument = '--help', ...rest]: readonly string[]): Promise<void> {
  if (rest.length === 0 && argument === '--dry-run') await dryRun()
  else if (rest.length === 0 && argument === '--version') await setVersion()
  else if (rest.length === 0 && argument === '--publish') publish()
  else throw new Error('Usage: npm run release -- (--dry-run | --version | --publish)')
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${describeBuildError(error)}\n`)
  process.exitCode = 1
}
