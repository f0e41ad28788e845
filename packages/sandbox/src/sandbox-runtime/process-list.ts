/** One process as `ps` tells of it. */
export interface ListedProcess {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly account: number
  readonly residentBytes: number
  readonly cpuMs: number
  /** Dead, and not buried yet. */
  readonly isZombie: boolean
  /** When it was started, to the second: tells it from a later one of its number. */
  readonly started: string
}

/**
 * Arguments of `ps` on Linux and macOS alike, with `LC_ALL=C`. Each column has an option of its own: what
 * follows a `=` may be taken for the title of that column.
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

/** What of an execution was seen: once a member, always one, whatever becomes of its parent. */
export class ProcessTree {
  readonly #root: number
  /** By number, when each was started. */
  readonly #members = new Map<number, string>()

  /** `root` leads a process group of its own. */
  constructor(root: number) {
    this.#root = root
  }

  /** Those of a list that live and belong to it: the group, all descendants, and what is remembered. */
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
