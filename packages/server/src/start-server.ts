import { join } from 'node:path'
import { createIntegrationFolders } from '@repertoire/sources'
import { databaseFile } from '@repertoire/store'
import type { Logger } from 'pino'
import { ensureOwner, type OwnerAccount } from './auth/ensure-owner.ts'
import { writeLocalCredential } from './auth/local-credential.ts'
import { createLoginToken } from './auth/login-token.ts'
import { newSecret } from './auth/secret.ts'
import type { Config } from './config/config.ts'
import { createApp } from './http/app.ts'
import type { Application } from './http/application.ts'
import { type Listening, listen } from './http/listen.ts'
import { updateIntegrationsAtStart } from './integrations/update-at-start.ts'
import { type Models, offeredModels } from './models/select-model.ts'
import { randomIds, sha256, systemClock } from './platform/system-ports.ts'
import { readVersion } from './platform/version.ts'
import { closeParts, openParts, type ServerParts } from './services.ts'

const keepAliveMs = 15_000
const idleConnectorsMs = 30_000

export interface RunningServer {
  /** As it is reached from this machine. */
  readonly url: string
  readonly loginToken: string
  readonly account: OwnerAccount
  readonly model: { readonly label: string; readonly demo: boolean }
  /** What the data is kept in, for people. */
  readonly database: string
  /** Takes nothing new, finishes or hands back what is under way, and lets go of everything. */
  close(): Promise<void>
}

/**
 * Brings the server up: store, owner, doors, unfinished runs, in that order. Throws ProblemError
 * `store.*`, `server.*` or `model.*`; nothing is left open then.
 */
export async function startServer(
  config: Config,
  { models, logger }: { readonly models: Models; readonly logger: Logger },
): Promise<RunningServer> {
  const parts = await openParts(config, { models, logger })
  let ready = false
  let listening: Listening | undefined
  try {
    const app = assemble(config, parts, { models, logger, isReady: () => ready })
    listening = await listen(createApp(app), config)
    const url = `http://${reachableHost(config.host)}:${listening.port}`
    const account = await ensureOwner(app, config.bootstrapKey)
    await writeLocalCredential(app, { dataDir: config.dataDir, url }, account)
    await parts.engine.start()
    await parts.scripts.startLooking()
    await updateIntegrationsAtStart(app)
    const loginToken = app.loginToken.issue()
    ready = true
    parts.warmer.warmFew()
    parts.curator.start()
    parts.triggerClock.start()
    parts.collector.start()
    const keepAlive = setInterval(() => parts.feed.keepAlive(), keepAliveMs)
    keepAlive.unref()
    const tidy = setInterval(() => void parts.connectors.closeIdle(), idleConnectorsMs)
    tidy.unref()
    const close = async () => {
      ready = false
      clearInterval(keepAlive)
      clearInterval(tidy)
      await closeParts(parts, listening)
    }
    const { label, demo } = models.usual
    return {
      url,
      loginToken,
      account,
      model: { label, demo },
      database: config.databaseUrl ? 'PostgreSQL' : databaseFile,
      close,
    }
  } catch (error) {
    await closeParts(parts, listening)
    throw error
  }
}

function assemble(
  config: Config,
  parts: ServerParts,
  rest: { models: Models; logger: Logger; isReady: () => boolean },
): Application {
  const ports = { clock: systemClock, sha256, newSecret }
  const { label, demo } = rest.models.usual
  return {
    ...parts,
    ...ports,
    ids: randomIds,
    loginToken: createLoginToken(ports),
    logger: rest.logger,
    model: { label, demo },
    models: offeredModels(rest.models),
    integrations: {
      catalogue: createIntegrationFolders(config.integrationsDir),
      folder: config.integrationsDir,
    },
    version: readVersion(),
    allowedHosts: [...config.allowedHosts, config.host],
    consoleDir: join(import.meta.dirname, '../../console/dist'),
    recordActivity: parts.warmer.recordActivity,
    isReady: rest.isReady,
  }
}

function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
