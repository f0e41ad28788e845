import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { processInput } from './input.ts'

function keyboard(isTTY = true) {
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => undefined })
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 80 })
  const killed: unknown[] = []
  const kill = (_pid: number, signal?: string | number) => killed.push(signal) > 0
  const input = processInput({ stdin, stderr, kill, pid: 1 } as unknown as NodeJS.Process)
  const shown = () => String(stderr.read() ?? '')
  return { input, stdin, shown, killed }
}

describe('typed input', () => {
  it('E8: a secret is not shown while it is typed', async () => {
    const { input, stdin, shown } = keyboard()
    const answer = input.prompt('Secret: ', { hidden: true })
    stdin.write('whsec_AAAA\r')
    expect(await answer).toBe('whsec_AAAA')
    expect(shown()).toBe('Secret: \n')
  })

  it('other input is echoed', async () => {
    const { input, stdin, shown } = keyboard()
    const answer = input.prompt('Delete it? ')
    stdin.write('y\r')
    expect(await answer).toBe('y')
    expect(shown()).toContain('y')
  })

  it('may be empty, and Ctrl-C ends the process', async () => {
    const { input, stdin, killed } = keyboard()
    const nothing = input.prompt('Secret: ', { hidden: true })
    stdin.write('\u0004')
    expect(await nothing).toBe('')
    const broken = input.prompt('Secret: ', { hidden: true })
    stdin.write('\u0003')
    expect(await broken).toBe('')
    expect(killed).toEqual(['SIGINT'])
  })

  it('is read to its end from a pipe', async () => {
    const { input, stdin } = keyboard(false)
    expect(input.isTerminal).toBe(false)
    stdin.end('one\ntwo\n')
    expect(await input.readAll()).toBe('one\ntwo\n')
  })
})
