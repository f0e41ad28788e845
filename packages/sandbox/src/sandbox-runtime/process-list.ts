/** One process as listed by `ps`. */
export interface ListedProcess {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly account: number
  readonly residentBytes: number
  readonly cpuMs: number
  /** Exited but not reaped yet (a zombie). */
  readonly isZombie: boolean
  /** The start time, to the second, which distinguishes a reused PID. */
  readonly started: string
}

/**
 * Arguments of `ps` on Linux and macOS, with `LC_ALL=C`. Each column has its own option: text after `=` may be
 * taken for a column title.
 */
export const psArguments = [
  '-ax',
  ...['pid', 'ppid', 'pgid', 'uid', 'rss', 'stat', 'time', 'lstart'].flatMap((column) => [
    ...['-o', `${column}=`],
  ]),
]

const line = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(\d+)\s+(\S+)\s+([\d:.-]+)\s+(\S.*?)\s*$/

export function parseProcesses(text: string): readonly ListedProcess[] {
  return text.split('\n').flatMap((each) => {
    const found = line.exec(each)
    if (!found) return []
    const [, pid, parent, group, account, kibibytes, state = '', time = '', started = ''] = found
    return [
      {
        ...{ pid: Number(pid), parent: Number(parent), group: Number(group) },
        ...{ account: Number(account), residentBytes: Number(kibibytes) * 1024 },
        ...{ cpuMs: milliseconds(time), isZombie: state.startsWith('Z'), started },
      },
    ]
  })
}

/** `1-02:03:04`, `02:03:04` (Linux), `3:04.05` (macOS). */
function milliseconds(time: string): number {
  const [clock = '', days = '0'] = time.split('-').toReversed()
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Math.round((Number(days) * 86_400 + seconds) * 1000)
}

/** The processes of an execution. A process once seen stays a member, whatever becomes of its parent. */
export class ProcessTree {
  readonly #root: number
  /** Start times by PID. */
  readonly #members = new Map<number, string>()

  /** `root` leads a process group of its own. */
  constructor(root: number) {
    this.#root = root
  }

  /** The live members in a list: the group, all descendants, and remembered processes. */
  living(list: readonly ListedProcess[]): readonly ListedProcess[] {
    const belongs = new Set(list.filter((each) => this.#isKnown(each)).map(({ pid }) => pid))
    let before = -1
    while (before !== belongs.size) {
      before = belongs.size
      for (const { pid, parent } of list) if (belongs.has(parent)) belongs.add(pid)
    }
    const members = list.filter(({ pid }) => belongs.has(pid))
    for (const { pid, started } of members) this.#members.set(pid, started)
    return members.filter(({ isZombie }) => !isZombie)
  }

  #isKnown({ pid, group, started }: ListedProcess): boolean {
    if (pid === this.#root || group === this.#root) return true
    return this.#members.get(pid) === started
  }
}
