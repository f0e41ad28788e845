import { type Architecture, systemCalls } from './seccomp-numbers.ts'

/** One instruction of classic BPF, as in `struct sock_filter`. */
export interface Instruction {
  readonly code: number
  /** How many instructions to skip when the test holds, and when it does not. */
  readonly jt: number
  readonly jf: number
  readonly k: number
}

export const verdicts = {
  allow: 0x7fff0000,
  kill: 0x80000000,
  notPermitted: 0x00050000 | 1,
  notImplemented: 0x00050000 | 38,
  noSuchFamily: 0x00050000 | 97,
} as const

/** Where `struct seccomp_data` has what the rules look at; arguments by their low word. */
const offsets = { number: 0, architecture: 4, firstArgument: 16, secondArgument: 24 } as const
const x32Bit = 0x40000000
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET and NEWTIME. */
const cloneNamespaces = 0x7e020080
/** AF_UNIX, AF_INET, AF_INET6. All others can reach past the network namespace, or the kernel's dark corners. */
const families = [1, 2, 10]
/** Both write into a terminal what then counts as typed: TIOCSTI, TIOCLINUX. */
const terminalRequests = [0x5412, 0x541c]

const load = (offset: number): Instruction => ({ code: 0x20, jt: 0, jf: 0, k: offset })
const answer = (verdict: number): Instruction => ({ code: 0x06, jt: 0, jf: 0, k: verdict })
/** Goes on with `then` when equal, else behind it. */
const whenEqual = (value: number, then: readonly Instruction[]): Instruction[] => [
  { code: 0x15, jt: 0, jf: then.length, k: value },
  ...then,
]
const whenAtLeast = (value: number, then: readonly Instruction[]): Instruction[] => [
  { code: 0x35, jt: 0, jf: then.length, k: value },
  ...then,
]
const whenAnyBit = (bits: number, then: readonly Instruction[]): Instruction[] => [
  { code: 0x45, jt: 0, jf: then.length, k: bits },
  ...then,
]

/** What the processes of a sandbox may ask of the kernel (all not named here is allowed). */
export function seccompProgram(architecture: Architecture): Instruction[] {
  const calls = systemCalls[architecture]
  const allow = answer(verdicts.allow)
  const deny = answer(verdicts.notPermitted)
  return [
    load(offsets.architecture),
    // 32-bit calls come with another architecture, and other numbers.
    { code: 0x15, jt: 1, jf: 0, k: calls.audit },
    answer(verdicts.kill),
    load(offsets.number),
    ...(architecture === 'x64' ? whenAtLeast(x32Bit, [answer(verdicts.kill)]) : []),
    ...Object.values(calls.denied).flatMap((number) => whenEqual(number, [deny])),
    // Its flags lie in memory, where no filter can look; libc falls back to clone.
    ...whenEqual(calls.clone3, [answer(verdicts.notImplemented)]),
    ...whenEqual(calls.clone, [
      load(offsets.firstArgument),
      ...whenAnyBit(cloneNamespaces, [deny]),
      allow,
    ]),
    ...whenEqual(calls.socket, [
      load(offsets.firstArgument),
      ...families.flatMap((family) => whenEqual(family, [allow])),
      answer(verdicts.noSuchFamily),
    ]),
    ...whenEqual(calls.ioctl, [
      load(offsets.secondArgument),
      ...terminalRequests.flatMap((request) => whenEqual(request, [deny])),
      allow,
    ]),
    allow,
  ]
}

/** As bubblewrap reads it: 8 bytes each, little endian. */
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

/** Null on machines whose system calls we cannot name. */
export function architectureOf(nodeArch: string): Architecture | null {
  return nodeArch === 'x64' || nodeArch === 'arm64' ? nodeArch : null
}
