/** A body as it is sent, so that one that is sent again is not put together again. */
export class EncodedJson<Body> {
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(body: Body) {
    this.bytes = Buffer.from(JSON.stringify(body))
  }
}
