import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PackageManager } from '@repertoire/core/domain'
import { findNpm } from './find-npm.ts'
import { type PackageIndex, parsePackageIndex } from './package-index.ts'
import { findPip } from './programs/python.ts'

/** The index that an installer has where nobody configured one. */
const publicIndex: PackageIndex = { url: null, fileHosts: [] }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The index that this machine's own pip or npm is configured for: its files and environment variables,
 * as pip and npm read them. The public default where they name none, or are not there. Credentials count only
 * inside the URL.
 */
export async function readMachineIndex(
  kind: PackageManager,
  env: Environment,
): Promise<PackageIndex> {
  const url = await (kind === 'python' ? pipIndex(env) : npmRegistry(env)).catch(() => '')
  return (url !== '' && parsePackageIndex(url)) || publicIndex
}

/** pip's own order: its environment variable, then the section of the command, then the global one. */
const pipProgram = `
import importlib.util, glob, os, sys
from urllib.parse import urlsplit
${findPip}
find_pip()
from pip._internal.configuration import Configuration
from pip._internal.models.index import PyPI
configuration = Configuration(isolated=False)
configuration.load()
known = {}
for section in ('global', 'install', ':env:'):
    for key, value in configuration.items():
        if key == section + '.index-url':
            known['url'] = value
url = known.get('url', '')
print('' if urlsplit(url).hostname == urlsplit(PyPI.url).hostname else url)
`

async function pipIndex(env: Environment): Promise<string> {
  return run('python3', ['-I', '-c', pipProgram], env)
}

async function npmRegistry(env: Environment): Promise<string> {
  const npm = findNpm()
  if (!npm) return ''
  const [mounted] = npm.layers
  const program = mounted ? join(mounted.hostPath, 'bin/npm-cli.js') : npm.program
  return run(process.execPath, [program, 'config', 'get', 'registry'], env)
}

const passedOn = /^(PATH|HOME|XDG_CONFIG_(HOME|DIRS)|PIP_\w+|NPM_CONFIG_\w+)$/i

async function run(program: string, args: readonly string[], env: Environment): Promise<string> {
  const options = {
    // Outside of the working folder, whose .npmrc is not the machine's.
    cwd: homedir(),
    env: Object.fromEntries(Object.entries(env).filter(([name]) => passedOn.test(name))),
    ...{ timeout: 20_000, maxBuffer: 65_536 },
  }
  const { stdout } = await promisify(execFile)(program, [...args], options)
  return stdout.trim()
}
