import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../paths.ts'

/**
 * The commit that an upgrade begins with: the last one before the migration 0033-changed-skills. Earlier ones do not
 * count as releases: names of migrations still changed. A tag takes its place as soon as there are two releases.
 */
export const earlierRevision = 'f1473b88f0b0ae3004c9677cfb71026e134f0b19'

/** What a server needs of a commit. */
const archived = ['package.json', 'package-lock.json', 'packages', 'skills', 'vocabularies']

/** The commit's files in a new temporary folder, with packages to run them; undefined where the clone has no such commit. */
export function installEarlierRelease(): string | undefined {
  const git = (...args: readonly string[]) =>
    spawnSync('git', args, { cwd: root, maxBuffer: 256 * 1024 * 1024 })
  if (git('merge-base', '--is-ancestor', earlierRevision, 'HEAD').status !== 0) return undefined
  const archive = git('archive', '--format=tar', earlierRevision, ...archived)
  if (archive.status !== 0) throw new Error(`git archive failed: ${archive.stderr}`)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'repertoire-earlier-')))
  run('tar', ['x', '-C', folder], { input: archive.stdout })
  if (hasPackagesOf(folder)) linkPackages(folder)
  else run('npm', ['ci', '--ignore-scripts', '--omit=dev', '--no-audit'], { cwd: folder })
  return folder
}

function run(program: string, args: readonly string[], options: object): void {
  const { status, error, stderr } = spawnSync(program, args, options)
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error ?? stderr}`)
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly dev?: true; readonly link?: true }>
  >
}

/** Whether this checkout has whatever the folder's lock file names, in the same versions. */
function hasPackagesOf(folder: string): boolean {
  const [before, now] = [folder, root].map(
    (at) => JSON.parse(readFileSync(join(at, 'package-lock.json'), 'utf8')) as Lock,
  )
  return Object.entries(before?.packages ?? {})
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .every(([path, { version }]) => now?.packages[path]?.version === version)
}

/** Other people's packages are those of this checkout; its own are the folder's. */
function linkPackages(folder: string): void {
  const modules = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules/@repertoire'), { recursive: true })
  for (const name of readdirSync(modules)) {
    if (name.startsWith('.') || name === '@repertoire' || name === 'repertoire') continue
    symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  }
  for (const name of readdirSync(join(folder, 'packages'))) {
    const own = join(folder, 'packages', name)
    symlinkSync(own, join(folder, 'node_modules/@repertoire', name))
    const nested = join(root, 'packages', name, 'node_modules')
    if (existsSync(nested)) symlinkSync(nested, join(own, 'node_modules'))
  }
}
