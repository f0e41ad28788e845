import { type Browser } from 'playwright-core';
/** Where Chromium is on this machine: `CHROMIUM_PATH`, then the common places; undefined when there is none. */
export declare const chromiumPath: string | undefined;
export type { Page } from 'playwright-core';
/** What a file of tests does with a browser. */
export type Chromium = Pick<Browser, 'newContext' | 'close'>;
/**
 * The browser of this process, which lives as long as it does: files of tests that run one after the
 * other share it. Whoever closes it closes only what was opened in it.
 */
export declare function sharedChromium(): Promise<Chromium>;
/** A real browser that loads nothing by itself. */
export declare function launchChromium(): Promise<Browser>;
