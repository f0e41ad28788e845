import type { ExternalRequest } from '../../platform/proxy/external-request.ts'

export const authorizePath = '/authorize'
export const registerPath = '/oauth/register'
export const tokenPath = '/oauth/token'
export const revokePath = '/oauth/revoke'
export const resourceMetadataPath = '/.well-known/oauth-protected-resource'
export const serverMetadataPath = '/.well-known/oauth-authorization-server'

const mcpPath = '/mcp'

/** Scheme and host of this server as the client sees it; also the name of the issuer. */
export function issuerOf({ scheme, host }: Pick<ExternalRequest, 'scheme' | 'host'>): string {
  return `${scheme}://${host}`
}

/** The one address that tokens of this issuer count at. */
export function resourceOf(external: Pick<ExternalRequest, 'scheme' | 'host'>): string {
  return `${issuerOf(external)}${mcpPath}`
}

/** Where a client reads about it. */
export function resourceMetadataOf(external: Pick<ExternalRequest, 'scheme' | 'host'>): string {
  return `${issuerOf(external)}${resourceMetadataPath}${mcpPath}`
}

/** Whether a client means this server: the endpoint, with or without a preset, or the server as a whole. */
export function isOwnResource(
  resource: string,
  external: Pick<ExternalRequest, 'scheme' | 'host'>,
): boolean {
  if (resource.includes('#') || !URL.canParse(resource)) return false
  const { origin, pathname, username, password } = new URL(resource)
  if (username !== '' || password !== '' || origin !== issuerOf(external)) return false
  return ['/', mcpPath, `${mcpPath}/`].includes(pathname)
}
