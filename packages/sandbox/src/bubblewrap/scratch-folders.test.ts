import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runScript } from '../contract/run-script.ts'
import { makeBaseFolder } from '../folders/base-folder.ts'
import { BubblewrapSandbox } from './bubblewrap-sandbox.ts'
import { noBubblewrap } from './no-bubblewrap.ts'
import { prepareHost } from './prepare-host.ts'
import { findBubblewrap } from './probe-bubblewrap.ts'
import { scratchFolders } from './scratch-folders.ts'

/** The time limit would end each of these scripts too, but only after the test times out. */
const limits = { wallMs: 600_000 }
const account = process.getuid?.() === 0 ? { uid: 59_917, gid: 59_917 } : null

/** How to make one more inode named `n` in the current folder, by what it is. */
const kinds = {
  'empty files': 'os.close(os.open(n, os.O_CREAT))',
  folders: 'os.mkdir(n)',
  'symbolic links': "os.symlink('/', n)",
  'hard links': "os.path.exists('0') or open('0', 'w').close(); n == '0' or os.link('0', n)",
  pipes: 'os.mkfifo(n)',
  'socket files': 'import socket; one = socket.socket(socket.AF_UNIX); one.bind(n); one.close()',
}

async function open({ isLimitedByKernel }: { readonly isLimitedByKernel: boolean }) {
  const bubblewrap = findBubblewrap() ?? ''
  const options = { account, pythonPaths: ['/usr/bin/python3'], groupParent: null }
  const host = await prepareHost({ bubblewrap, baseFolder: await makeBaseFolder(), ...options })
  const used = isLimitedByKernel ? host : { ...host, scratchMounter: null }
  const sizes = { concurrency: 2, queueLimit: 100, poolSize: 1, idleMs: 60_000 }
  return new BubblewrapSandbox(used, [{ runtime: 'python', version: 'Python' }], sizes)
}

const flood = (folder: string, make: string) => `
import os, time
os.chdir('${folder}')
made = 0
try:
  for at in range(200000):
    n = str(at)
    ${make}
    made += 1
except OSError as error: print(made, error.errno, flush=True)
time.sleep(1000)`

describe.skipIf(noBubblewrap)('the files in a writable folder of a sandbox', () => {
  let sandbox: BubblewrapSandbox
  beforeAll(async () => {
    sandbox = await open({ isLimitedByKernel: true })
  })
  afterAll(() => sandbox.close())

  const cases = Object.values(scratchFolders).flatMap((folder) =>
    Object.entries(kinds).map(([kind, make]) => ({ ...folder, kind, make })),
  )
  it.each(cases)('$kind in $at are limited by the kernel, and end the script', async (one) => {
    const { at, files, make } = one
    const result = await runScript(sandbox, 'python', flood(at, make), { limits })
    expect(result).toMatchObject({ status: 'too-many-files', exitCode: null })
    const noSpace = 28
    // The script may be ended before it has printed.
    expect(['', `${files - 1} ${noSpace}\n`]).toContain(result.stdout)
  })

  it('have no writable folder beside the limited ones and the workspace', async () => {
    const script = `
import os
found = []
for line in open('/proc/self/mounts'):
  folder = line.split()[1]
  try:
    os.mkdir(folder + '/made'); os.rmdir(folder + '/made')
    found.append([folder, os.statvfs(folder).f_files])
  except OSError: pass
print([one if one[0] != '/workspace' else one[0] for one in sorted(found)])`
    const { stdout } = await runScript(sandbox, 'python', script, { limits })
    const { tmp, shm } = scratchFolders
    expect(stdout).toBe(`[['/dev/shm', ${shm.files}], ['/tmp', ${tmp.files}], '/workspace']\n`)
  })

  it('those of the workspace are counted, and end the script with the same status', async () => {
    const script = flood('/workspace', kinds['empty files'])
    const few = { ...limits, workspaceEntries: 1_000 }
    expect(await runScript(sandbox, 'python', script, { limits: few })).toMatchObject({
      ...{ status: 'too-many-files', exitCode: null },
    })
  })

  it('are counted where the kernel does not limit them, which its health says', async () => {
    const counting = await open({ isLimitedByKernel: false })
    try {
      expect((await counting.health()).reason).toContain('the kernel does not limit them')
      for (const { at } of Object.values(scratchFolders)) {
        const script = flood(at, kinds['empty files'])
        const result = await runScript(counting, 'python', script, { limits })
        expect(result).toMatchObject({ status: 'too-many-files', exitCode: null })
      }
    } finally {
      await counting.close()
    }
  })
})
