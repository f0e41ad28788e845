/** How a provider is reached, and where its mistakes are mended. */
export interface ProviderConnection {
  readonly fetch: typeof globalThis.fetch
  /** `environment`: variables of the process. `settings`: the page Settings → Models. */
  readonly mendedIn: 'environment' | 'settings'
}

/** Of the models that the operator chose: their addresses are trusted. */
export const operatorConnection: ProviderConnection = {
  fetch: (input, init) => fetch(input, init),
  mendedIn: 'environment',
}
