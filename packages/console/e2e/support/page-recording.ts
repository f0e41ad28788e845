import type { Page } from 'playwright-core'
import sharp from 'sharp'

interface Frame {
  readonly png: Buffer
  /** Milliseconds that it stays. */
  readonly shown: number
}

/** The width of the moving picture, in pixels: what a README shows. */
const width = 960

/** Collects pictures of a page and writes them as one animated WebP. */
export class PageRecording {
  readonly #page: Page
  readonly #frames: Frame[] = []

  constructor(page: Page) {
    this.#page = page
  }

  async add(shown: number): Promise<void> {
    this.#frames.push({ png: await this.#page.screenshot(), shown })
  }

  /** Types a text and keeps a picture of every few letters. */
  async type(text: string, lettersPerFrame = 8): Promise<void> {
    for (let at = 0; at < text.length; at += lettersPerFrame) {
      await this.#page.keyboard.insertText(text.slice(at, at + lettersPerFrame))
      await this.add(120)
    }
  }

  async write(path: string): Promise<void> {
    const scaled = await Promise.all(
      this.#frames.map(({ png }) => sharp(png).resize({ width }).png().toBuffer()),
    )
    await sharp(scaled, { join: { animated: true } })
      .webp({ quality: 82, effort: 6, loop: 0, delay: this.#frames.map(({ shown }) => shown) })
      .toFile(path)
  }
}
