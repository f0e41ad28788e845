import { availableParallelism, cpus, totalmem } from 'node:os'

export interface LoadSizes {
  readonly turns: number
  /** Model calls of a turn, the last of which answers. */
  readonly steps: number
  /** Turns at the same time. */
  readonly clients: number
  readonly streams: number
  readonly organisations: number
  readonly skillsEach: number
  readonly conversations: number
  readonly readSeconds: number
  readonly machine: string
}

const small = {
  ...{ turns: 20, steps: 4, clients: 10, streams: 200, organisations: 20, skillsEach: 20 },
  ...{ conversations: 20_000, readSeconds: 2 },
}
const full = {
  ...{ turns: 500, steps: 5, clients: 50, streams: 5_000, organisations: 1_000, skillsEach: 100 },
  ...{ conversations: 1_000_000, readSeconds: 10 },
}

export function loadSizes(): LoadSizes {
  const size = process.env.BENCH_LOAD ?? 'small'
  if (size !== 'small' && size !== 'full') throw new Error('BENCH_LOAD is small or full')
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const processor = cpus()[0]?.model.trim() ?? 'processor'
  const machine = `${size}: ${availableParallelism()} × ${processor}, ${gigabytes} GB, Node ${process.versions.node}`
  return { ...(size === 'full' ? full : small), machine }
}
