import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const version = '0.1.0'
const cached = join(import.meta.dirname, `../../../../node_modules/.cache/skills-ref-${version}`)
const binary = process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python'

/**
 * A Python that has the reference validator skills-ref, installed once into a virtual environment from the machine's
 * package index. Undefined without Python with venv, or without an index.
 */
export function findSkillsRef(): string | undefined {
  const program = join(cached, binary)
  if (has(program)) return program
  mkdirSync(dirname(cached), { recursive: true })
  const made = mkdtempSync(`${cached}-`)
  const quiet = ['--quiet', '--disable-pip-version-check', '--retries', '1']
  const isInstalled =
    run('python3', ['-m', 'venv', made]) &&
    run(join(made, binary), ['-m', 'pip', 'install', ...quiet, `skills-ref==${version}`])
  if (isInstalled && !existsSync(cached)) renameSync(made, cached)
  else rmSync(made, { recursive: true, force: true })
  return has(program) ? program : undefined
}

/** The errors of every folder `root/…/…` that the reference validator refuses. */
export function refusedBySkillsRef(
  python: string,
  root: string,
): [path: string, errors: string[]][] {
  const { stdout, stderr, status } = spawnSync(python, ['-c', script, root], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

const script = `
import json, pathlib, sys
from agentskills import validate
read = [[str(path), validate(path)] for path in pathlib.Path(sys.argv[1]).glob("*/*")]
print(json.dumps([entry for entry in read if entry[1]]))
`

function has(program: string): boolean {
  return existsSync(program) && run(program, ['-c', 'import agentskills'])
}

function run(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 120_000 }).status === 0
}
