import type { ModelProvider, ProviderTest } from '../domain/model-provider.ts'

/** The model providers of an organisation. */
export interface ModelProviderStore {
  /** By name. */
  list(): Promise<readonly ModelProvider[]>
  get(id: string): Promise<ModelProvider | null>
  /** Throws ProblemError `provider.exists`. */
  create(provider: ModelProvider): Promise<void>
  /** Replaces all but the id; `expectedVersion` is the version before. Throws `provider.not-found` or `provider.stale`. */
  update(provider: ModelProvider, expectedVersion: number): Promise<void>
  /** False when there is none. Changes no version. */
  recordTest(id: string, test: ProviderTest): Promise<boolean>
  /** False when there is none. */
  remove(id: string): Promise<boolean>
}
