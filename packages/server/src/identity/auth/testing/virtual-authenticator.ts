import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A device with one passkey, whose answers can be made wrong in one part. */
export interface VirtualAuthenticator {
  readonly id: string
  create(challenge: string, changes?: AnswerChanges): object
  get(challenge: string, changes?: AnswerChanges): object
}

export interface AnswerChanges {
  readonly origin?: string
  readonly rpId?: string
  /** Whether the device checked who holds it. */
  readonly isVerified?: boolean
  readonly type?: string
}

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

export function createVirtualAuthenticator(site: {
  readonly origin: string
  readonly rpId: string
}): VirtualAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  const clientData = (challenge: string, changes: AnswerChanges, type: string) => {
    const { origin = site.origin } = changes
    return Buffer.from(JSON.stringify({ type: changes.type ?? type, challenge, origin }))
  }
  const authenticatorData = (changes: AnswerChanges, more: number) => {
    const flags = userPresent | (changes.isVerified === false ? 0 : userVerified) | more
    const hash = createHash('sha256').update(changes.rpId ?? site.rpId)
    return Buffer.concat([hash.digest(), Buffer.from([flags, 0, 0, 0, 0])])
  }
  return {
    id,
    create: (challenge, changes = {}) => {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const credential = Buffer.concat([
        ...[Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId],
        coseKey(Buffer.from(String(x), 'base64url'), Buffer.from(String(y), 'base64url')),
      ])
      const data = Buffer.concat([authenticatorData(changes, hasCredential), credential])
      const response = {
        clientDataJSON: encode(clientData(challenge, changes, 'webauthn.create')),
        attestationObject: encode(attestation(data)),
      }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
    },
    get: (challenge, changes = {}) => {
      const client = clientData(challenge, changes, 'webauthn.get')
      const data = authenticatorData(changes, 0)
      const hash = createHash('sha256').update(client).digest()
      const signature = sign('sha256', Buffer.concat([data, hash]), privateKey)
      const response = {
        ...{ clientDataJSON: encode(client), authenticatorData: encode(data) },
        signature: encode(signature),
      }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
    },
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64url')

/** CBOR: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  const bytes32 = Buffer.from([0x58, 32])
  return Buffer.concat([
    ...[Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]), bytes32, x],
    ...[Buffer.from([0x22]), bytes32, y],
  ])
}

/** CBOR: `{fmt: "none", attStmt: {}, authData}`. */
function attestation(data: Buffer): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  return Buffer.concat([
    ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
    ...[text('authData'), Buffer.from([0x59, data.length >> 8, data.length & 0xff]), data],
  ])
}
