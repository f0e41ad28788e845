import type { Member, Passkey } from '@repertoire/core/domain'
import type { PasskeyAnswer, PasskeyRegistration } from '@repertoire/protocol'
import type { ExternalRequest } from '../../platform/proxy/external-request.ts'

type At = Pick<ExternalRequest, 'scheme' | 'host'>

/**
 * EdDSA, ES256 and RS256. Not ML-DSA, whose signatures are larger than a body before login, and which Node calls
 * experimental.
 */
const algorithms = [-8, -7, -257]

interface NewPasskey {
  readonly at: At
  readonly member: Pick<Member, 'id' | 'name'>
  /** Those the person has, which a device does not add again. */
  readonly known: readonly Pick<Passkey, 'credentialId'>[]
}

/** What `navigator.credentials.create` takes. The device itself checks who holds it, and finds the passkey later. */
export async function registrationOptions({ at, member, known }: NewPasskey) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    ...{ rpName: 'Repertoire', rpID: rpIdOf(at), userName: member.name },
    userID: new TextEncoder().encode(member.id),
    attestationType: 'none',
    supportedAlgorithmIDs: [...algorithms],
    excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** What `navigator.credentials.get` takes. It names nobody: the device knows its passkeys. */
export async function loginOptions(at: At) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({ rpID: rpIdOf(at), userVerification: 'required' })
}

interface Signed<Response> {
  readonly at: At
  readonly challenge: string
  readonly response: Response
}

/** The new credential; null when the answer does not hold. */
export async function verifyRegistration({
  at,
  challenge,
  response,
}: Signed<PasskeyRegistration>): Promise<Pick<Passkey, 'credentialId' | 'publicKey'> | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    ...{ expectedChallenge: challenge, expectedOrigin: originOf(at), expectedRPID: rpIdOf(at) },
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
  }).catch(() => null)
  if (!verified?.verified) return null
  const { id, publicKey } = verified.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url') }
}

/** Whether the device that has this passkey signed the challenge, here, after it checked who holds it. */
export async function verifyAnswer(
  { at, challenge, response }: Signed<PasskeyAnswer>,
  { credentialId, publicKey }: Pick<Passkey, 'credentialId' | 'publicKey'>,
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    ...{ expectedChallenge: challenge, expectedOrigin: originOf(at), expectedRPID: rpIdOf(at) },
    // Passkeys that are synced between devices have no count.
    credential: {
      ...{ id: credentialId, counter: 0 },
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
    },
    requireUserVerification: true,
  }).catch(() => null)
  return verified?.verified === true
}

function rpIdOf({ host }: At): string {
  return host.replace(/:\d+$/, '')
}

function originOf({ scheme, host }: At): string {
  return `${scheme}://${host}`
}
