import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describeNotListening } from './check-server.ts'
import { broken, type DoctorReport, missing, works } from './doctor-report.ts'

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly platform: NodeJS.Platform
  readonly nodeVersion: string
}

const run = promisify(execFile)
const freeBytesWanted = 512 * 1024 * 1024
const freeBytesNeeded = 32 * 1024 * 1024

/** The oldest Node that runs it, as in the manifests. */
const oldestNode = [22, 18] as const

export function checkNode({ nodeVersion }: Machine): DoctorReport {
  const [major = 0, minor = 0] = nodeVersion.replace(/^v/, '').split('.').map(Number)
  const [wantedMajor, wantedMinor] = oldestNode
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) {
    return works('node', `Node ${nodeVersion}`)
  }
  const wanted = `Node ${wantedMajor}.${wantedMinor} or newer is needed`
  return broken('node', `This is Node ${nodeVersion}; ${wanted}.`, 'Install it from nodejs.org.')
}

export async function checkGit({ env }: Machine): Promise<DoctorReport> {
  const version = await outputOf('git', ['--version'], env)
  if (version !== null) return works('git', version)
  const fix = 'Install git, or use sources that are no repositories.'
  return missing('git', 'git is not installed: repositories cannot be sources.', fix)
}

export async function checkSandbox({ env, platform }: Machine): Promise<DoctorReport> {
  const backend = env.SANDBOX_BACKEND || 'auto'
  if (backend !== 'auto' && backend !== 'bubblewrap') return works('sandbox', `set to ${backend}`)
  if (platform !== 'linux') {
    const fix = 'See docs/scripts.md for what isolates scripts on this system.'
    return missing('sandbox', `bubblewrap is for Linux, and this is ${platform}.`, fix)
  }
  const version = await outputOf('bwrap', ['--version'], env)
  if (version === null) {
    const fix = 'Install bubblewrap (apt install bubblewrap), or set SANDBOX_EXECUTOR_URL.'
    return missing('sandbox', 'bubblewrap is not installed: no script of a skill runs.', fix)
  }
  const isolated = ['--unshare-all', '--ro-bind', '/', '/', 'true']
  if ((await outputOf('bwrap', isolated, env)) !== null) return works('sandbox', version)
  const fix = 'Allow user namespaces, as docs/operating.md says under Bubblewrap.'
  return missing('sandbox', `${version} cannot isolate here.`, fix)
}

/** Null when it cannot be run, or failed. */
async function outputOf(
  program: string,
  args: readonly string[],
  env: Machine['env'],
): Promise<string | null> {
  try {
    const { stdout } = await run(program, [...args], { env, timeout: 10_000 })
    return stdout.trim().split('\n')[0] ?? ''
  } catch {
    return null
  }
}

export function checkDataFolder({ env, cwd }: Machine): DoctorReport {
  const folder = resolve(cwd, env.REPERTOIRE_DATA_DIR || '.data')
  let there = folder
  while (!existsSync(there)) there = dirname(there)
  try {
    accessSync(there, constants.W_OK)
    const { bavail, bsize } = statfsSync(there)
    return checkFreeBytes(folder, bavail * bsize)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const fix = 'Choose another with REPERTOIRE_DATA_DIR, or change its owner.'
    return broken('data folder', `${folder} cannot be written (${code}).`, fix)
  }
}

/** A folder in which a start could not write its database is broken, one that will be full soon is not yet. */
export function checkFreeBytes(folder: string, freeBytes: number): DoctorReport {
  const shown = `${Math.floor(freeBytes / 1024 / 1024)} MiB free`
  if (freeBytes >= freeBytesWanted) return works('data folder', `${folder}, ${shown}`)
  const fix = 'Free some space, or set REPERTOIRE_DATA_DIR.'
  const report = freeBytes < freeBytesNeeded ? broken : missing
  return report('data folder', `${folder} has only ${shown}.`, fix)
}

/** A port in use is fine when it is this machine's own server that uses it. */
export async function checkPort({ env }: Machine, localUrl: string | null): Promise<DoctorReport> {
  const port = Number(env.PORT || 4000)
  const place = { hostname: env.HOST || '127.0.0.1', port }
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    return broken('port', `PORT is ${env.PORT}.`, 'Use a number from 0 to 65535.')
  }
  const reason = await describeNotListening(place)
  const shown = `${place.hostname}:${port}`
  if (reason === null) return works('port', `${shown} is free`)
  if (localUrl !== null && (Number(new URL(localUrl).port) || 80) === port) {
    return works('port', `${shown} is used by the server of this machine`)
  }
  const fix = 'Stop what uses it, or start with --port 0 or another one.'
  return broken('port', `${shown} cannot be used (${reason}).`, fix)
}
