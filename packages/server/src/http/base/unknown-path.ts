import { type ApiRoute, allRoutes } from '@repertoire/protocol'
import type { Context } from 'hono'
import type { Application } from './application.ts'
import type { HttpEnvironment } from './environment.ts'
import { problemResponse } from './middleware/problem.ts'

const patterns = allRoutes.map((route) => ({
  access: route.access,
  method: route.method.toUpperCase(),
  pattern: pathPattern(route),
}))

function pathPattern({ path, takesRest }: ApiRoute): RegExp {
  const escaped = path.replaceAll('.', '\\.')
  const open = takesRest ? escaped.replace(/\{\w+\}$/, '.+') : escaped
  return new RegExp(`^${open.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** 405 with `Allow` for a known path, 404 for any other, as are the operator's where the server has none. */
export function unknownPathResponse({
  operatorKey,
}: Pick<Application, 'operatorKey'>): (c: Context<HttpEnvironment>) => Response {
  const known = patterns.filter(({ access }) => access !== 'operator' || operatorKey !== undefined)
  return (c) =>
    respond(
      c,
      known.filter(({ pattern }) => pattern.test(c.req.path)).map(({ method }) => method),
    )
}

function respond(c: Context<HttpEnvironment>, methods: readonly string[]): Response {
  if (methods.length === 0) {
    return problemResponse(c, {
      code: 'request.unknown-path',
      kind: 'not-found',
      message: 'There is nothing at this path.',
      hint: 'GET /api/v1/docs lists every path.',
    })
  }
  const allow = [...new Set(methods.includes('GET') ? ['HEAD', ...methods] : methods)]
  const problem = {
    code: 'request.method-not-allowed',
    kind: 'invalid',
    message: `This path takes ${allow.join(', ')}, not ${c.req.method.slice(0, 20)}.`,
  } as const
  const response = problemResponse(c, problem, 405)
  response.headers.set('allow', allow.join(', '))
  return response
}
