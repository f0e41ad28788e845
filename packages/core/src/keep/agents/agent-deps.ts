import type { CatalogDeps } from '../skills/catalog-deps.ts'

/** What a server has for agents to choose from. */
export interface AgentChoices {
  /** Names of all toolsets. */
  readonly toolsets: readonly string[]
  /** Ids of the models an agent may name. */
  readonly models: readonly string[]
  /** Throws ProblemError `tools.name-collision` when one agent cannot speak these. */
  checkToolsets(names: readonly string[]): void
}

/** What changing agents takes; `store` is the actor's own tenant. */
export interface AgentDeps extends Pick<CatalogDeps, 'store' | 'clock' | 'ids'> {
  readonly choices: AgentChoices
}
