import type * as protocol from '@repertoire/protocol'
import { type CallOptions, segment, type Transport } from './transport.ts'

type Protocol = typeof protocol
type RouteTable = Exclude<Extract<keyof Protocol, `${string}Routes`>, 'allRoutes'>
type Route = { [Table in RouteTable]: Protocol[Table][keyof Protocol[Table]] }[RouteTable]
type Method = Route['method']
type PathOf<Name extends Method> = Extract<Route, { readonly method: Name }>['path']

type Output<Schema> = Schema extends { readonly _zod: { readonly output: infer Value } }
  ? Value
  : undefined
type Input<Schema> = Schema extends { readonly _zod: { readonly input: infer Value } }
  ? Value
  : never

type BooleanOf<Value> = Value extends 'true' ? true : Value extends 'false' ? false : never

/** A query as values, not as the text that they become. */
type QueryOf<Schema> = {
  readonly [Name in keyof Output<Schema>]?:
    | Output<Schema>[Name]
    | BooleanOf<Output<Schema>[Name]>
    | undefined
}

type PathArguments<Path, Params> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [Output<Params>[Name & keyof Output<Params>], ...PathArguments<Rest, Params>]
  : []

type InputArgument<Of> = Of extends { readonly body: infer Body }
  ? object extends Input<Body>
    ? [body?: Input<Body> | undefined]
    : [body: Input<Body>]
  : Of extends { readonly query: infer Query }
    ? [query?: QueryOf<Query>]
    : []

/** What can be outdated is sent with the ETag that it is based on; everything else can be aborted. */
type LastArgument<Of> = Of extends { readonly headers: unknown }
  ? [etag?: string | undefined]
  : [signal?: AbortSignal | undefined]

type CallOf<Of extends Route> = (
  ...args: [
    ...PathArguments<Of['path'], Of extends { readonly params: infer Params } ? Params : never>,
    ...InputArgument<Of>,
    ...LastArgument<Of>,
  ]
) => Promise<Of['response']['schema'] extends null ? void : Output<Of['response']['schema']>>

/**
 * The function that calls a route: the parts of its path in their order, then its body or its query. The types are those
 * of the route's declaration.
 */
export type Call<Name extends Method, Path extends string> = CallOf<
  Extract<Route, { readonly method: Name; readonly path: Path }>
>

/** Calls of routes that belong together. */
export abstract class Resource {
  protected readonly transport: Transport

  constructor(transport: Transport) {
    this.transport = transport
  }

  protected call<const Name extends Method, const Path extends PathOf<Name>>(
    method: Name,
    path: Path,
  ): Call<Name, Path> {
    const send = (...args: readonly unknown[]): Promise<unknown> => {
      const rest = [...args]
      const target = path.replace(/\{\w+\}/g, () => segment(String(rest.shift())))
      return this.transport.json(target, toOptions(method, rest))
    }
    return send as Call<Name, Path>
  }
}

function toOptions(method: Method, args: readonly unknown[]): CallOptions {
  const hasQuery = method === 'get' || method === 'delete'
  let options: CallOptions = { method: method.toUpperCase() as Uppercase<Method> }
  for (const value of args) {
    if (typeof value === 'string') options = { ...options, etag: value }
    else if (value instanceof AbortSignal) options = { ...options, signal: value }
    else if (value !== undefined) options = { ...options, [hasQuery ? 'query' : 'body']: value }
  }
  return options
}
