import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Account } from '../collect/put-files.ts'
import type { Runtime } from '../execution/execution.ts'
import { FifoPool } from '../streams/fifos.ts'
import { type HostView, localFolders, sandboxPaths, sensitiveProcFiles } from './arguments.ts'
import { nodeStartup } from './boot/node.ts'
import { pythonStartup } from './boot/python.ts'
import { shellStartup } from './boot/shell.ts'
import type { BubblewrapHost } from './bubblewrap-host.ts'
import { findTmpfsMount } from './scratch-folders.ts'
import { cpuArchOf, seccompBytes, seccompProgram } from './seccomp.ts'

export interface HostOptions {
  readonly bubblewrap: string
  readonly account: Account | null
  readonly baseFolder: string
  /** Candidate paths of Python, below `/usr`. */
  readonly pythonPaths: readonly string[]
  /** The parent of new control groups; null for none. */
  readonly groupParent: string | null
}

/** Probes this machine once and writes the files every instance needs into the base folder. */
export async function prepareHost(options: HostOptions): Promise<BubblewrapHost> {
  const { bubblewrap, account, baseFolder, pythonPaths, groupParent } = options
  const folders = { boot: join(baseFolder, 'boot'), fifos: join(baseFolder, 'fifos') }
  for (const folder of Object.values(folders)) await mkdir(folder)
  await chmod(folders.fifos, 0o700)
  const programs = { 'boot.py': pythonStartup, 'boot.cjs': nodeStartup, 'boot.sh': shellStartup }
  for (const [name, text] of Object.entries(programs))
    await writeFile(join(folders.boot, name), text, { mode: 0o644 })
  const architecture = cpuArchOf(process.arch)
  if (architecture === null) throw new Error(`There is no seccomp filter for ${process.arch}.`)
  const filterFile = join(baseFolder, 'filter')
  await writeFile(filterFile, seccompBytes(seccompProgram(architecture)))
  const node = locateNode(account, baseFolder)
  const interpreters: Partial<Record<Runtime, string>> = {
    node: node.sandboxPaths,
    shell: '/usr/bin/bash',
  }
  const python = pythonPaths.find(isBelowUsr)
  if (python !== undefined) interpreters.python = python
  return {
    bubblewrap,
    account,
    baseFolder,
    groupParent,
    bootFolder: folders.boot,
    filterFile,
    fifos: new FifoPool(folders.fifos, account),
    scratchMounter: await findTmpfsMount(baseFolder, account),
    interpreters,
    view: hostView(node.hostPath, interpreters),
  }
}

function hostView(
  nodeBinary: string | null,
  interpreters: Partial<Record<Runtime, string>>,
): HostView {
  const own = [interpreters.node, interpreters.python].flatMap((path) =>
    path ? [dirname(path)] : [],
  )
  return {
    systemFolders: ['/bin', '/sbin', '/lib', '/lib64'].flatMap((at) => {
      const found = lstatSync(at, { throwIfNoEntry: false })
      if (!found) return []
      return [{ at, linkTo: found.isSymbolicLink() ? readlinkSync(at).replace(/^\//, '') : null }]
    }),
    maskedProcFiles: sensitiveProcFiles.filter((name) => existsSync(`/proc/${name}`)),
    hiddenFolders: localFolders.filter(isFolder),
    nodeBinary,
    path: [...new Set([...own, '/usr/bin', '/bin'])].join(':'),
  }
}

/**
 * Finds the current Node. Outside `/usr` its binary is mounted alone; a copy of it if the script user cannot
 * reach it.
 */
function locateNode(account: Account | null, baseFolder: string) {
  const binary = realpathSync(process.execPath)
  if (isBelowUsr(binary)) return { sandboxPaths: binary, hostPath: null }
  if (account === null || isReachableByAll(binary))
    return { sandboxPaths: sandboxPaths.node, hostPath: binary }
  const copy = join(baseFolder, 'node')
  copyFileSync(binary, copy, constants.COPYFILE_FICLONE)
  return { sandboxPaths: sandboxPaths.node, hostPath: copy }
}

/** False for a link, whose target may be outside the sandbox. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function isBelowUsr(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return path.startsWith('/usr/') && realpathSync(path).startsWith('/usr/')
  } catch {
    return false
  }
}

/** Whether any user can reach and execute it. */
function isReachableByAll(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === '/') return true
  }
}
