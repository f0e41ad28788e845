/** What one turn costs, measured. */
export interface TurnCost {
  /** Model calls of it. */
  readonly steps: number
  /** Processor seconds of the server. */
  readonly serverSeconds: number
  /** Processor seconds of PostgreSQL. */
  readonly databaseSeconds: number
  /** Those that only read, too. */
  readonly transactions: number
  /** Written to the write-ahead log. */
  readonly walBytes: number
  /** By which the database is larger afterwards. */
  readonly storedBytes: number
  /** Processor seconds of PostgreSQL in a second for a server that has nothing to do. */
  readonly idleDatabaseSeconds: number
}

/** What is not measured. */
export interface Assumptions {
  /** The busiest hour, against the mean of the day. */
  readonly peakFactor: number
  /** How long a model takes for one call. */
  readonly modelSeconds: number
  /** The share of a processor that may be in use in the busiest hour. */
  readonly utilisation: number
  /** `RUN_CONCURRENCY`. */
  readonly slots: number
  /** Connections to PostgreSQL of each server. */
  readonly connections: number
  readonly dollarsPerCoreMonth: number
  readonly dollarsPerGigabyteMonth: number
}

export interface Capacity {
  readonly turnsPerSecond: number
  readonly turnsAtOnce: number
  /** One process each, whose event loop is one processor. */
  readonly servers: number
  /** Which of its two limits asks for them. */
  readonly limitedBy: 'slots' | 'processor'
  /** How long a step waits for the event loop of its server, 99 of 100 times, in milliseconds. */
  readonly waitMs: number
  readonly databaseCores: number
  readonly connections: number
  readonly transactionsPerSecond: number
  readonly walMegabytesPerSecond: number
  readonly storedGigabytesPerMonth: number
  /** Of processors for servers and database, and of the storage that one month adds. */
  readonly dollarsPerMonth: number
}

const secondsOfDay = 86_400
const daysOfMonth = 30

/**
 * Turns arrive as a Poisson process in the busiest hour; a balancer gives them to servers at random, so that each is an
 * M/M/1 queue. Turns at once are by Little's law: arrivals times how long a turn takes.
 */
export function planCapacity(turnsPerDay: number, cost: TurnCost, assumed: Assumptions): Capacity {
  const turnsPerSecond = (turnsPerDay / secondsOfDay) * assumed.peakFactor
  const forSlots = (serviceSeconds: number) => (turnsPerSecond * serviceSeconds) / assumed.slots
  const modelSeconds = cost.steps * assumed.modelSeconds
  const busy = turnsPerSecond * cost.serverSeconds
  const servers = Math.ceil(
    Math.max(
      busy / assumed.utilisation,
      forSlots(modelSeconds + cost.serverSeconds / (1 - assumed.utilisation)),
    ),
  )
  const utilisation = busy / servers
  const turnSeconds = modelSeconds + cost.serverSeconds / (1 - utilisation)
  const stepSeconds = cost.serverSeconds / cost.steps
  const databaseSeconds = turnsPerSecond * cost.databaseSeconds + servers * cost.idleDatabaseSeconds
  const databaseCores = Math.ceil(databaseSeconds / assumed.utilisation)
  const storedGigabytesPerMonth = (turnsPerDay * daysOfMonth * cost.storedBytes) / 1e9
  return {
    ...{ turnsPerSecond, turnsAtOnce: turnsPerSecond * turnSeconds, servers },
    limitedBy: busy / assumed.utilisation < servers - 1 ? 'slots' : 'processor',
    // Of an M/M/1 queue, the wait exceeds t with the chance of ρ·exp(−(1 − ρ)·t/S).
    waitMs: Math.max(0, (stepSeconds * Math.log(100 * utilisation)) / (1 - utilisation)) * 1_000,
    ...{ databaseCores, connections: servers * assumed.connections },
    transactionsPerSecond: turnsPerSecond * cost.transactions,
    walMegabytesPerSecond: (turnsPerSecond * cost.walBytes) / 1e6,
    storedGigabytesPerMonth,
    dollarsPerMonth:
      (servers + databaseCores) * assumed.dollarsPerCoreMonth +
      storedGigabytesPerMonth * assumed.dollarsPerGigabyteMonth,
  }
}
