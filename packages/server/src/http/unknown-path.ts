import { allRoutes } from '@repertoire/protocol'
import type { Context } from 'hono'
import type { HttpEnvironment } from './environment.ts'
import { problemResponse } from './middleware/problem.ts'

const patterns = allRoutes.map((route) => ({
  method: route.method.toUpperCase(),
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** 405 with `Allow` for a known path, 404 for any other. */
export function unknownPathResponse(c: Context<HttpEnvironment>): Response {
  const methods = patterns.filter(({ pattern }) => pattern.test(c.req.path)).map((r) => r.method)
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
