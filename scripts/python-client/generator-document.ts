type Json = Readonly<Record<string, unknown>>
type Schemas = Record<string, Json>

interface OpenApiDocument {
  readonly components: { readonly schemas: Readonly<Schemas> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
}

export interface GeneratorDocument {
  readonly document: OpenApiDocument
  /** Names of the schemas of a conversation's events, by the name on the wire. */
  readonly events: ReadonlyMap<string, string>
}

/**
 * The API's description as openapi-python-client reads all of it: every event has a name of its own, a field with one
 * possible value is a constant, bytes are binary, and what is an exception in Python is no answer.
 */
export function generatorDocument({
  components,
  paths,
  ...rest
}: OpenApiDocument): GeneratorDocument {
  const { schemas, events } = nameEvents(components.schemas)
  const document = {
    ...rest,
    components: { ...components, schemas: readable(withTitles(schemas)) as Schemas },
    paths: readable(mapValues(paths, (methods) => mapValues(methods, prepareOperation))),
  }
  return { document: document as OpenApiDocument, events }
}

function nameEvents(schemas: Readonly<Schemas>) {
  const variants = schemas.ConversationEvent?.anyOf as readonly EventVariant[]
  const named = variants.map((variant) => {
    const [event = ''] = variant.properties.event.enum
    return { event, variant, name: `${pascalCase(event)}Event` }
  })
  const taken = named.find(({ name }) => Object.hasOwn(schemas, name))
  if (taken) throw new Error(`There is a schema ${taken.name} already: name the event's otherwise.`)
  const references = named.map(({ name }) => ({ $ref: `#/components/schemas/${name}` }))
  return {
    schemas: {
      ...schemas,
      ...Object.fromEntries(named.map(({ name, variant }) => [name, variant])),
      ConversationEvent: { anyOf: references },
    },
    events: new Map(named.map(({ event, name }) => [event, name])),
  }
}

interface EventVariant extends Json {
  readonly properties: { readonly event: { readonly enum: readonly string[] } }
}

/** `Advisory.list` would have the name of the schema `AdvisoryList`. */
function withTitles(schemas: Readonly<Schemas>): Schemas {
  const { Advisory: advisory = {}, ...others } = schemas
  const properties = advisory.properties as Record<string, Json>
  const list = { ...properties.list, title: 'AdvisorySubscriber' }
  return { ...others, Advisory: { ...advisory, properties: { ...properties, list } } }
}

const bytes = { type: 'string', format: 'binary' }
const byteTypes: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'application/zip',
  'application/x-ndjson',
])

/** Only what succeeds, and no body as bare text, which has another body beside it. */
function prepareOperation(operation: Json): Json {
  const { responses = {}, requestBody } = operation as Operation
  const succeeding = Object.entries(responses).filter(([status]) => Number(status) < 400)
  const content = Object.entries(requestBody?.content ?? {}).filter(
    ([type]) => !type.startsWith('text/'),
  )
  return {
    ...operation,
    responses: Object.fromEntries(succeeding.map(([status, one]) => [status, withBytes(one)])),
    ...(requestBody && { requestBody: { ...requestBody, content: Object.fromEntries(content) } }),
  }
}

interface Content {
  readonly content?: Readonly<Record<string, unknown>>
}

interface Operation {
  readonly responses?: Readonly<Record<string, Content>>
  readonly requestBody?: Content
}

function withBytes(response: Content): Content {
  if (!response.content) return response
  const content = Object.entries(response.content).map(([type, one]) =>
    byteTypes.has(type) ? [type, { schema: bytes }] : [type, one],
  )
  return { ...response, content: Object.fromEntries(content) }
}

/** Without defaults of objects, which the generator refuses, and with constants for enumerations of one text. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable)
  if (typeof value !== 'object' || value === null) return value
  const { default: fallback, enum: options, type, properties, ...rest } = value as Json
  const isConstant = Array.isArray(options) && options.length === 1 && type === 'string'
  return {
    ...mapValues(rest, readable),
    // Their names may be words of a schema.
    ...(properties !== undefined && { properties: mapValues(properties as Json, readable) }),
    ...(typeof fallback !== 'object' && fallback !== undefined && { default: fallback }),
    ...(isConstant ? { const: options[0] } : options !== undefined && { enum: readable(options) }),
    ...(!isConstant && type !== undefined && { type: readable(type) }),
  }
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

function pascalCase(text: string): string {
  return text.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
