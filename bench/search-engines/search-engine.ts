/** A skill as given to every search engine. */
export interface BenchSkill {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly body: string
}

/** Skills by position, which is also their id. Created on each call, so that no engine keeps them in memory. */
export interface Corpus {
  readonly size: number
  skill(index: number): BenchSkill
}

export interface BuiltEngine {
  /** Positions of the best skills, best first. With `prefix` the last word is unfinished. */
  search(
    text: string,
    limit: number,
    options?: { readonly prefix: boolean },
  ): Promise<readonly number[]>
  /** Whether the first hit would be used without asking; only where the engine says so. */
  isSure?(text: string): Promise<boolean>
  /** Bytes of the index outside the JavaScript heap and its buffers. */
  nativeBytes?(): number
}

export interface SearchEngine {
  readonly label: string
  /** Throws {@link BuildTooSlow} once the process has used {@link cpuSeconds} past `deadline`. */
  build(corpus: Corpus, deadline: number): Promise<BuiltEngine>
}

export class BuildTooSlow extends Error {}

/** CPU time of this process: other load on the machine does not affect it. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** The corpus in batches, until the deadline. */
export function* batches(
  corpus: Corpus,
  deadline: number,
): Generator<{ index: number; skill: BenchSkill }[]> {
  for (let start = 0; start < corpus.size; start += 1000) {
    if (cpuSeconds() > deadline) throw new BuildTooSlow(`at ${start} skills`)
    const length = Math.min(1000, corpus.size - start)
    yield Array.from({ length }, (_, offset) => ({
      index: start + offset,
      skill: corpus.skill(start + offset),
    }))
  }
}
