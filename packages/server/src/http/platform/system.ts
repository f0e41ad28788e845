import { ProblemError } from '@repertoire/core'
import { buildOpenApiDocument, systemRoutes } from '@repertoire/protocol'
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

  bind(systemRoutes.readiness, async () => {
    const stage = app.stage()
    if (stage !== 'ready') throw notReady(stage)
    await app.store.ping()
    return {
      body: { status: 'ready' as const, checks: { ...app.engine.checks(), store: 'ok' as const } },
    }
  })

  bind(systemRoutes.openapi, async () => Response.json(openapi()))

  bind(systemRoutes.docs, async () => {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': docsPolicy,
    }
    return new Response(renderDocs(openapi()), { headers })
  })
}

function notReady(stage: 'starting' | 'stopping'): ProblemError {
  return new ProblemError({
    code: `server.${stage}`,
    kind: 'unavailable',
    message: stage === 'starting' ? 'The server is still starting.' : 'The server is stopping.',
    details: { retry_after_seconds: 1 },
  })
}
