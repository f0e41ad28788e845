/** A span as a collector receives it, in either encoding. */
export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  /** Empty for a root span. */
  readonly parentSpanId: string
  readonly name: string
  /** 1: internal, 3: client. */
  readonly kind: number
  /** Nanoseconds. */
  readonly start: bigint
  readonly end: bigint
  readonly attributes: Readonly<Record<string, unknown>>
  /** 2: error. */
  readonly status: { readonly code: number; readonly message: string }
}

export interface OtlpExport {
  readonly resource: Readonly<Record<string, unknown>>
  readonly spans: readonly OtlpSpan[]
}

/**
 * Decodes an `ExportTraceServiceRequest` by the field numbers of OTLP's definition, so that OpenTelemetry's
 * packages are not checked against themselves.
 */
export function readProtobufExport(bytes: Uint8Array): OtlpExport {
  const resources = each(fieldsOf(bytes), 1).map(fieldsOf)
  const resource = resources.flatMap((one) => each(one, 1).map(fieldsOf))
  const scopes = resources.flatMap((one) => each(one, 2).map(fieldsOf))
  const spans = scopes.flatMap((scope) => each(scope, 2).map(fieldsOf))
  return {
    resource: Object.assign({}, ...resource.map((one) => attributesOf(each(one, 1)))),
    spans: spans.map(toSpan),
  }
}

function toSpan(span: Fields): OtlpSpan {
  const status = fieldsOf(each(span, 15)[0] ?? new Uint8Array())
  return {
    traceId: hex(span, 1),
    spanId: hex(span, 2),
    parentSpanId: hex(span, 4),
    name: text(span, 5),
    kind: Number(number(span, 6)),
    start: number(span, 7),
    end: number(span, 8),
    attributes: attributesOf(each(span, 9)),
    status: { message: text(status, 2), code: Number(number(status, 3)) },
  }
}

function attributesOf(pairs: readonly Uint8Array[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map(fieldsOf).map((pair) => [text(pair, 1), anyValue(each(pair, 2)[0])]),
  )
}

function anyValue(bytes: Uint8Array | undefined): unknown {
  const value = fieldsOf(bytes ?? new Uint8Array())
  if (value.has(1)) return text(value, 1)
  if (value.has(2)) return number(value, 2) === 1n
  if (value.has(3)) return Number(number(value, 3))
  return value
}

type Fields = ReadonlyMap<number, readonly (Uint8Array | bigint)[]>

/** Protobuf's wire format: varints, 64-bit and 32-bit values, and length-delimited fields. */
function fieldsOf(bytes: Uint8Array): Fields {
  const view = Buffer.from(bytes)
  const fields = new Map<number, (Uint8Array | bigint)[]>()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = view.readUInt8(at++)
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const piece = (length: number): Uint8Array => {
    at += length
    return view.subarray(at - length, at)
  }
  while (at < view.length) {
    const tag = Number(varint())
    const wire = tag & 7
    const field = tag >> 3
    const value =
      wire === 0
        ? varint()
        : wire === 1
          ? Buffer.from(piece(8)).readBigUInt64LE()
          : piece(wire === 5 ? 4 : Number(varint()))
    fields.set(field, [...(fields.get(field) ?? []), value])
  }
  return fields
}

function each(fields: Fields, at: number): readonly Uint8Array[] {
  return (fields.get(at) ?? []).filter((value) => typeof value !== 'bigint')
}

function number(fields: Fields, at: number): bigint {
  const value = fields.get(at)?.[0]
  return typeof value === 'bigint' ? value : 0n
}

function text(fields: Fields, at: number): string {
  return Buffer.from(each(fields, at)[0] ?? []).toString()
}

function hex(fields: Fields, at: number): string {
  return Buffer.from(each(fields, at)[0] ?? []).toString('hex')
}
