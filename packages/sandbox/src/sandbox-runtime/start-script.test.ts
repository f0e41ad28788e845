import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../execution/default-limits.ts'
import { controlDescriptor, type StartJob, startScript } from './start-script.ts'

const job: StartJob = {
  ...{ runtime: 'shell', interpreter: '/bin/bash', script: '/dev/null', args: [], env: {} },
  ...{ limits: defaultLimits, workspace: '/tmp', accountProcesses: 4_000 },
  limitsAddressSpace: false,
}

/** Runs the start script in Bash as inside the sandbox, and releases it when it is ready. */
async function run(changes: Partial<StartJob>, parentEnd: Record<string, string> = {}) {
  const script = startScript({ ...job, ...changes })
  const child = spawn('/bin/bash', ['--norc', '--noprofile', '-c', script], {
    env: { PATH: '/usr/bin:/bin', ...parentEnd },
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  })
  const control = child.stdio[controlDescriptor]
  if (!(control instanceof Socket)) throw new Error('There is no control descriptor.')
  const stderr: Buffer[] = []
  let asked = ''
  child.stdout?.on('data', (bytes: Buffer) => stderr.push(bytes))
  control
    .on('error', () => undefined)
    .on('data', (bytes) => {
      asked += bytes
      control.write('go\n')
    })
  const status = await new Promise((resolve) => child.once('close', resolve))
  return { status, asked, stdout: Buffer.concat(stderr).toString() }
}

const text = fc.string({ unit: 'binary', maxLength: 20 }).map((each) => each.replaceAll('\0', ''))
const name = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,9}$/),
  fc.constantFrom(
    'IFS',
    'UID',
    'PATH',
    'BASH_ENV',
    'SHELLOPTS',
    'LC_ALL',
    'PS4',
    'OPTIND',
    'RANDOM',
  ),
)

describe('the start script of sandbox-runtime', () => {
  it('passes arguments and variables of all kinds unchanged, and none of the host', async () => {
    const printed = async (changes: Partial<StartJob>): Promise<string[]> =>
      (await run(changes, { OURS: 'secret' })).stdout.split('\0').slice(0, -1)
    const some = fc.dictionary(name, text, { maxKeys: 5 })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), some, async (args, env) => {
        const show = { interpreter: '/usr/bin/printf', script: '%s\\0', args }
        expect(await printed(show)).toEqual(args)
        const lines = await printed({ interpreter: '/usr/bin/env', script: '-0', env })
        const wanted = Object.entries(env).map((pair) => pair.join('='))
        expect(lines).toEqual(expect.arrayContaining(wanted))
        const own = lines.filter((line) => !/^(PWD|OLDPWD|SHLVL|_|__CF\w+)=/.test(line))
        expect(own.filter((line) => !wanted.includes(line))).toEqual([])
      }),
    )
  })

  it('reports readiness, and leaves only three descriptors open', async () => {
    // Listing the folder uses one more descriptor, which is closed when its number is read.
    const script = 'for open in /dev/fd/*; do [ ! -e "$open" ] || printf "%s " "$open"; done'
    const ended = await run({ interpreter: '/bin/bash', script: '-c', args: [script] })
    expect(ended).toMatchObject({
      asked: 'started\n',
      stdout: '/dev/fd/0 /dev/fd/1 /dev/fd/2 ',
    })
  })

  it('reports nothing when a limit cannot be set', async () => {
    expect(await run({ workspace: '/no such folder' })).toMatchObject({ status: 125, asked: '' })
  })

  it('limits address space where supported, and never for Node', () => {
    const node = { runtime: 'node', interpreter: '/usr/bin/node' } as const
    expect(startScript(job)).not.toContain('ulimit -v')
    expect(startScript({ ...job, limitsAddressSpace: true })).toContain('ulimit -v')
    expect(startScript({ ...job, ...node, limitsAddressSpace: true })).not.toContain('ulimit -v')
    expect(startScript({ ...job, ...node })).toContain("'--max-old-space-size=256'")
  })

  it('hides the values of variables, except those special to Bash', () => {
    const script = startScript({ ...job, env: { TOKEN: 'hidden', IFS: 'seen' } })
    expect(script).toContain("export TOKEN='hidden'")
    expect(script.split('\n').find((line) => line.startsWith('exec /usr/bin/env'))).toBe(
      "exec /usr/bin/env 'IFS=seen' '/bin/bash' '/dev/null'",
    )
  })
})
