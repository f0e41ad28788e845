import { type CpuArch, systemCalls } from './seccomp-numbers.ts'

/** One instruction of classic BPF, as in `struct sock_filter`. */
export interface Instruction {
  readonly code: number
  /** Instructions to skip if the test is true, and if it is false. */
  readonly jt: number
  readonly jf: number
  readonly k: number
}

export const verdicts = {
  allow: 0x7fff0000,
  kill: 0x80000000,
  notPermitted: 0x00050000 | 1,
  notImplemented: 0x00050000 | 38,
  notSupported: 0x00050000 | 95,
  noSuchFamily: 0x00050000 | 97,
  /** The caller is told that the call succeeded. */
  ignored: 0x00050000,
} as const

/** Offsets in `struct seccomp_data`; of arguments, their low word. */
const offsets = {
  ...{ number: 0, architecture: 4 },
  ...{ firstArgument: 16, secondArgument: 24, thirdArgument: 32 },
} as const
const x32Bit = 0x40000000
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET and NEWTIME. */
const cloneNamespaces = 0x7e020080
/**
 * AF_UNIX, AF_INET, AF_INET6. Other families reach past the network namespace or into rarely tested kernel
 * code.
 */
const allowedSocketFamilies = [1, 2, 10]
/** Both inject input into a terminal: TIOCSTI, TIOCLINUX. */
const terminalRequests = [0x5412, 0x541c]

const socketLevel = 1
/** SO_SNDBUF, SO_RCVBUF, SO_SNDBUFFORCE, SO_RCVBUFFORCE. */
const bufferSizes = [7, 8, 32, 33]

const load = (offset: number): Instruction => ({ code: 0x20, jt: 0, jf: 0, k: offset })
const answer = (verdict: number): Instruction => ({ code: 0x06, jt: 0, jf: 0, k: verdict })
/** Runs `then` if equal, otherwise skips it. */
const ifEqual = (value: number, then: readonly Instruction[]): Instruction[] => [
  { code: 0x15, jt: 0, jf: then.length, k: value },
  ...then,
]
const ifAtLeast = (value: number, then: readonly Instruction[]): Instruction[] => [
  { code: 0x35, jt: 0, jf: then.length, k: value },
  ...then,
]
const ifAnyBit = (bits: number, then: readonly Instruction[]): Instruction[] => [
  { code: 0x45, jt: 0, jf: then.length, k: bits },
  ...then,
]

/** The seccomp filter of a sandbox. Calls without a rule are allowed. */
export function seccompProgram(architecture: CpuArch): Instruction[] {
  const calls = systemCalls[architecture]
  const allow = answer(verdicts.allow)
  const deny = answer(verdicts.notPermitted)
  return [
    load(offsets.architecture),
    // 32-bit calls have another architecture and other numbers.
    { code: 0x15, jt: 1, jf: 0, k: calls.audit },
    answer(verdicts.kill),
    load(offsets.number),
    ...(architecture === 'x64' ? ifAtLeast(x32Bit, [answer(verdicts.kill)]) : []),
    ...Object.values(calls.denied).flatMap((number) => ifEqual(number, [deny])),
    // Its flags are in memory, which filters cannot read; libc falls back to clone.
    ...ifEqual(calls.clone3, [answer(verdicts.notImplemented)]),
    ...ifEqual(calls.clone, [
      load(offsets.firstArgument),
      ...ifAnyBit(cloneNamespaces, [deny]),
      allow,
    ]),
    ...ifEqual(calls.socket, [
      load(offsets.firstArgument),
      ...allowedSocketFamilies.flatMap((family) => ifEqual(family, [allow])),
      answer(verdicts.noSuchFamily),
    ]),
    // Reserves disk space faster than it is measured. The C library writes zeros instead.
    ...ifEqual(calls.fallocate, [answer(verdicts.notSupported)]),
    // Socket buffers are charged to no process. The kernel, too, caps larger sizes without an error.
    ...ifEqual(calls.setsockopt, [
      load(offsets.secondArgument),
      ...ifEqual(socketLevel, [
        load(offsets.thirdArgument),
        ...bufferSizes.flatMap((name) => ifEqual(name, [answer(verdicts.ignored)])),
      ]),
      allow,
    ]),
    ...ifEqual(calls.ioctl, [
      load(offsets.secondArgument),
      ...terminalRequests.flatMap((request) => ifEqual(request, [deny])),
      allow,
    ]),
    allow,
  ]
}

/** The format bubblewrap reads: 8 bytes per instruction, little endian. */
export function seccompBytes(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8)
  program.forEach(({ code, jt, jf, k }, index) => {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(jt, index * 8 + 2)
    bytes.writeUInt8(jf, index * 8 + 3)
    bytes.writeUInt32LE(k, index * 8 + 4)
  })
  return bytes
}

/** Null for architectures without a system call table. */
export function cpuArchOf(nodeArch: string): CpuArch | null {
  return nodeArch === 'x64' || nodeArch === 'arm64' ? nodeArch : null
}
