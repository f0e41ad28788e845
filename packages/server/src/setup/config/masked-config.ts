import type { Config } from './config.ts'

/** The configuration without secrets, for a log line. */
export function maskConfig(config: Config): Record<string, unknown> {
  return {
    ...config,
    databaseUrl: maskUrl(config.databaseUrl),
    blobsUrl: maskUrl(config.blobsUrl),
    bootstrapKey: maskSecret(config.bootstrapKey),
    operatorKey: maskSecret(config.operatorKey),
    metricsToken: maskSecret(config.metricsToken),
    secretKey: maskSecret(config.secretKey),
    embeddingModel: config.embeddingModel && {
      ...config.embeddingModel,
      url: maskUrl(config.embeddingModel.url),
      apiKey: maskSecret(config.embeddingModel.apiKey),
    },
    temporal: config.temporal && {
      ...config.temporal,
      apiKey: maskSecret(config.temporal.apiKey),
    },
    packages: {
      ...config.packages,
      python: maskUrl(config.packages.python?.url ?? undefined),
      node: maskUrl(config.packages.node?.url ?? undefined),
    },
    sandbox: {
      ...config.sandbox,
      executorUrl: maskUrl(config.sandbox.executorUrl),
      executorToken: maskSecret(config.sandbox.executorToken),
    },
  }
}

function maskUrl(url: string | undefined): string | undefined {
  return url?.replace(/\/\/.*@/, '//***@').replace(/\?.*$/, '?***')
}

function maskSecret(secret: string | undefined): string | undefined {
  return secret === undefined ? undefined : '***'
}
