import type { CatalogDeps } from '../skills/catalog-deps.ts'

/** The toolsets and models that a server offers to agents. */
export interface AgentChoices {
  /** Names of all toolsets. */
  readonly toolsets: readonly string[]
  /** Ids of the models an agent may name. */
  readonly models: readonly string[]
  /** Throws ProblemError `tools.name-collision` when the toolsets cannot be combined. */
  checkToolsets(names: readonly string[]): void
}

/** Dependencies of agent changes; `store` is the tenant of the actor. */
export interface AgentDeps extends Pick<CatalogDeps, 'store' | 'clock' | 'ids'> {
  readonly choices: AgentChoices
}
