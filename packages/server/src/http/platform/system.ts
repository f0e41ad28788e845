import { ProblemError } from '@repertoire/core'
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

  bind(systemRoutes.readiness, async () => ({ body: await checkReady(app) }))

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

/** Throws ProblemError `server.starting`, `server.stopping` or `store.*` where the process should get no work now. */
export async function checkReady({
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
