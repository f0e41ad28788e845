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
import type { Runtime } from '../execution.ts'
import { FifoSupply } from '../streams/fifos.ts'
import { type HostView, inside, tellingProcFiles } from './arguments.ts'
import { nodeBoot } from './boot/node.ts'
import { pythonBoot } from './boot/python.ts'
import { shellBoot } from './boot/shell.ts'
import { architectureOf, seccompBytes, seccompProgram } from './seccomp.ts'
import type { SlotHost } from './slot-host.ts'

export interface HostOptions {
  readonly bubblewrap: string
  readonly account: Account | null
  readonly baseFolder: string
  /** Where to look for Python, below `/usr`. */
  readonly pythonPaths: readonly string[]
  /** Where control groups can be made; null for none. */
  readonly groupParent: string | null
}

/** Looks at this machine once, and writes what every slot needs into the base folder. */
export async function prepareHost(options: HostOptions): Promise<SlotHost> {
  const { bubblewrap, account, baseFolder, pythonPaths, groupParent } = options
  const folders = { boot: join(baseFolder, 'boot'), fifos: join(baseFolder, 'fifos') }
  for (const folder of Object.values(folders)) await mkdir(folder)
  await chmod(folders.fifos, 0o700)
  const programs = { 'boot.py': pythonBoot, 'boot.cjs': nodeBoot, 'boot.sh': shellBoot }
  for (const [name, text] of Object.entries(programs))
    await writeFile(join(folders.boot, name), text, { mode: 0o644 })
  const architecture = architectureOf(process.arch)
  if (architecture === null) throw new Error(`There is no seccomp filter for ${process.arch}.`)
  const filterFile = join(baseFolder, 'filter')
  await writeFile(filterFile, seccompBytes(seccompProgram(architecture)))
  const node = nodeInside(account, baseFolder)
  const interpreters: Partial<Record<Runtime, string>> = {
    node: node.inside,
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
    fifos: new FifoSupply(folders.fifos, account),
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
    maskedProcFiles: tellingProcFiles.filter((name) => existsSync(`/proc/${name}`)),
    nodeBinary,
    path: [...new Set([...own, '/usr/bin', '/bin'])].join(':'),
  }
}

/**
 * The Node that runs us. Outside `/usr` it is mounted alone; when the account that runs scripts cannot
 * reach it where it is, a copy is.
 */
function nodeInside(account: Account | null, baseFolder: string) {
  const binary = realpathSync(process.execPath)
  if (isBelowUsr(binary)) return { inside: binary, hostPath: null }
  if (account === null || isOpenToAll(binary)) return { inside: inside.node, hostPath: binary }
  const copy = join(baseFolder, 'node')
  copyFileSync(binary, copy, constants.COPYFILE_FICLONE)
  return { inside: inside.node, hostPath: copy }
}

function isBelowUsr(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return path.startsWith('/usr/') && realpathSync(path).startsWith('/usr/')
  } catch {
    return false
  }
}

/** Whether any account can reach and run it. */
function isOpenToAll(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === '/') return true
  }
}
