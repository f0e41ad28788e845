import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common'
import { createEncryptor, type Encryptor } from '../../../platform/secrets/encryption.ts'

const encoding = 'binary/repertoire-encrypted'
const context = ['temporal-payload']

/** Without a key, payloads are kept as they are. */
export function encryptionConverter(key: Uint8Array | undefined): DataConverter {
  return key ? { payloadCodecs: [encryptingCodec(createEncryptor(key))] } : {}
}

/** Encrypts whole payloads with their metadata. What was kept before there was a key stays readable. */
function encryptingCodec({ encrypt, decrypt }: Encryptor): PayloadCodec {
  return {
    encode: async (payloads) =>
      payloads.map((payload) => ({
        metadata: { encoding: Buffer.from(encoding) },
        data: Buffer.from(encrypt(textOf(payload), context)),
      })),
    decode: async (payloads) =>
      payloads.map((payload) =>
        isEncrypted(payload)
          ? payloadOf(decrypt(Buffer.from(payload.data ?? []).toString(), context))
          : payload,
      ),
  }
}

function isEncrypted({ metadata }: Payload): boolean {
  return Buffer.from(metadata?.encoding ?? []).toString() === encoding
}

function textOf({ metadata, data }: Payload): string {
  const entries = Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)])
  return JSON.stringify({ metadata: Object.fromEntries(entries), data: base64(data ?? []) })
}

function payloadOf(text: string): Payload {
  const { metadata, data } = JSON.parse(text) as { metadata: Record<string, string>; data: string }
  const entries = Object.entries(metadata).map(([name, value]) => [name, bytes(value)])
  return { metadata: Object.fromEntries(entries), data: bytes(data) }
}

const base64 = (value: Uint8Array | readonly number[]) => Buffer.from(value).toString('base64')
const bytes = (value: string) => new Uint8Array(Buffer.from(value, 'base64'))
