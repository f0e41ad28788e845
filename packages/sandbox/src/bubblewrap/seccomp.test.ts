import { describe, expect, it } from 'vitest'
import { type Instruction, seccompBytes, seccompProgram, verdicts } from './seccomp.ts'
import { type CpuArch, systemCalls } from './seccomp-numbers.ts'

interface Call {
  readonly number: number
  readonly audit: number
  readonly args?: readonly number[]
}

/** Interprets the BPF program as the kernel does. */
function verdictOf(program: readonly Instruction[], { number, audit, args = [] }: Call): number {
  const data = new Map([
    [0, number],
    [4, audit],
    [16, args[0] ?? 0],
    [24, args[1] ?? 0],
    [32, args[2] ?? 0],
  ])
  let register = 0
  for (let at = 0; at < program.length; at += 1) {
    const { code, jt, jf, k } = program[at]!
    if (code === 0x06) return k
    if (code === 0x20) register = data.get(k)!
    else if (code === 0x15) at += register === k ? jt : jf
    else if (code === 0x35) at += register >= k ? jt : jf
    else if (code === 0x45) at += (register & k) !== 0 ? jt : jf
    else throw new Error(`There is no instruction ${code}.`)
  }
  throw new Error('The program does not end.')
}

describe.each<CpuArch>(['x64', 'arm64'])('the system call filter of %s', (architecture) => {
  const program = seccompProgram(architecture)
  const calls = systemCalls[architecture]
  const ask = (number: number, ...args: number[]): number =>
    verdictOf(program, { number, audit: calls.audit, args })

  it.each(Object.entries(calls.denied))('denies %s', (_, number) => {
    expect(ask(number)).toBe(verdicts.notPermitted)
  })

  it('kills callers with another architecture, by 32 bits or by x32', () => {
    expect(verdictOf(program, { number: 1, audit: 0x40000003 })).toBe(verdicts.kill)
    expect(verdictOf(program, { number: 1, audit: 0x40000028 })).toBe(verdicts.kill)
    if (architecture === 'x64') expect(ask(0x40000000 | 1)).toBe(verdicts.kill)
  })

  it('allows new processes and threads, but no namespaces', () => {
    const thread = 0x3d0f00
    expect(ask(calls.clone, thread)).toBe(verdicts.allow)
    expect(ask(calls.clone, 17)).toBe(verdicts.allow)
    for (const bit of [
      0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000,
    ])
      expect(ask(calls.clone, 17 | bit)).toBe(verdicts.notPermitted)
    expect(ask(calls.clone3)).toBe(verdicts.notImplemented)
  })

  it('allows only UNIX and Internet sockets', () => {
    for (let family = 0; family < 64; family += 1) {
      const expected = [1, 2, 10].includes(family) ? verdicts.allow : verdicts.noSuchFamily
      expect(ask(calls.socket, family)).toBe(expected)
    }
  })

  it('denies input injection into a terminal', () => {
    expect(ask(calls.ioctl, 0, 0x5412)).toBe(verdicts.notPermitted)
    expect(ask(calls.ioctl, 0, 0x541c)).toBe(verdicts.notPermitted)
    expect(ask(calls.ioctl, 0, 0x5401)).toBe(verdicts.allow)
  })

  it('does not support reserving disk space', () => {
    expect(ask(calls.fallocate)).toBe(verdicts.notSupported)
  })

  it('ignores new sizes of socket buffers and allows all other options', () => {
    const [socketLevel, tcpLevel] = [1, 6]
    for (let option = 0; option < 80; option += 1) {
      const expected = [7, 8, 32, 33].includes(option) ? verdicts.ignored : verdicts.allow
      expect(ask(calls.setsockopt, 3, socketLevel, option)).toBe(expected)
      expect(ask(calls.setsockopt, 3, tcpLevel, option)).toBe(verdicts.allow)
    }
  })

  it('allows calls without a rule', () => {
    const named = new Set([
      ...Object.values(calls.denied),
      calls.clone3,
      calls.socket,
      calls.fallocate,
    ])
    for (let number = 0; number < 470; number += 1)
      if (!named.has(number)) expect(ask(number)).toBe(verdicts.allow)
  })

  it('has 8 bytes per instruction, little endian', () => {
    const bytes = Buffer.from(seccompBytes(program))
    expect(bytes.length).toBe(program.length * 8)
    expect(bytes.subarray(0, 8).toString('hex')).toBe('2000000004000000')
    expect(bytes.subarray(-8).toString('hex')).toBe('060000000000ff7f')
  })
})
