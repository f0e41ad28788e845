import { isProblemError, type Problem, ProblemError } from '@repertoire/core/base'
import { buildOpenApiDocument, systemRoutes } from '@repertoire/protocol'
import type { z } from 'zod'
import type { Application } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { renderDocs } from './docs-page.ts'

const docsPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Health, readiness and API description, for operators and tools. */
export function bindSystem(bind: BindRoute, app: Application): void {
  let document: ReturnType<typeof buildOpenApiDocument> | undefined
  const openapi = () => {
    document ??= buildOpenApiDocument()
    return document
  }

  bind(systemRoutes.health, async () => ({ body: { status: 'ok' as const } }))

  const readReadiness = createReadyCheck(app)
  bind(systemRoutes.readiness, async () => ({ body: await readReadiness() }))

  bind(systemRoutes.openapi, async () => Response.json(openapi()))

  bind(systemRoutes.docs, async () => {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': docsPolicy,
    }
    return new Response(renderDocs(openapi()), { headers })
  })
}

type Readiness = z.input<(typeof systemRoutes)['readiness']['response']['schema']>

/** How often a cause that stays is logged again. */
const repeatMs = 60_000

type ReadinessParts = Pick<
  Application,
  'stage' | 'store' | 'engine' | 'folders' | 'logger' | 'clock'
>

/**
 * {@link checkReady} for balancers, who ask every few seconds: the log gets a cause when it begins, changes or ends, and
 * once a minute. A start is no cause.
 */
export function createReadyCheck(app: ReadinessParts): () => Promise<Readiness> {
  const { logger, clock } = app
  let reported: { readonly code: string; readonly at: number } | undefined
  const tell = ({ code, message }: Problem) => {
    if (code === 'server.starting' || code === 'server.stopping') {
      logger.debug({ code }, 'not ready')
      return
    }
    const now = clock.now()
    if (reported?.code === code && now - reported.at < repeatMs) return
    reported = { code, at: now }
    logger.warn({ code, cause: message }, 'not ready')
  }
  return async () => {
    try {
      const body = await checkReady(app)
      if (reported) logger.info({ code: reported.code }, 'ready again')
      reported = undefined
      return body
    } catch (error) {
      if (isProblemError(error)) tell(error.problem)
      throw error
    }
  }
}

/** Throws ProblemError `server.starting`, `server.stopping` or `store.*` where the process should get no work now. */
async function checkReady({
  stage,
  store,
  engine,
  folders,
}: Pick<Application, 'stage' | 'store' | 'engine' | 'folders'>): Promise<Readiness> {
  const now = stage()
  if (now !== 'ready') throw notReady(now)
  await Promise.all([store.ping(), folders.check()])
  return { status: 'ready', checks: { ...engine.checks(), store: 'ok' } }
}

function notReady(stage: 'starting' | 'stopping'): ProblemError {
  return new ProblemError({
    code: `server.${stage}`,
    kind: 'unavailable',
    message: stage === 'starting' ? 'The server is still starting.' : 'The server is stopping.',
    details: { retry_after_seconds: 1 },
  })
}
