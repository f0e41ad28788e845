import { appScopes } from '@repertoire/core/domain'
import type { ExternalRequest } from '../../platform/proxy/external-request.ts'
import {
  authorizePath,
  issuerOf,
  registerPath,
  resourceOf,
  revokePath,
  tokenPath,
} from './oauth-addresses.ts'

type External = Pick<ExternalRequest, 'scheme' | 'host'>

/** RFC 9728: whom to ask for a token for the endpoint. */
export function resourceMetadata(external: External) {
  return {
    resource: resourceOf(external),
    authorization_servers: [issuerOf(external)],
    scopes_supported: appScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Repertoire',
  }
}

/** RFC 8414: how to ask. */
export function serverMetadata(external: External) {
  const issuer = issuerOf(external)
  return {
    issuer,
    authorization_endpoint: `${issuer}${authorizePath}`,
    token_endpoint: `${issuer}${tokenPath}`,
    registration_endpoint: `${issuer}${registerPath}`,
    revocation_endpoint: `${issuer}${revokePath}`,
    scopes_supported: appScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}
