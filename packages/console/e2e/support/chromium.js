import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
/** The headless shell first: the same engine without a window around each page, for a third less work. */
const commonPlaces = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** Where Chromium is on this machine: `CHROMIUM_PATH`, then the common places; undefined when there is none. */
export const chromiumPath = [process.env.CHROMIUM_PATH ?? '', ...commonPlaces].find((path) => path !== '' && existsSync(path));
if (!chromiumPath)
    console.log('skipped: Chromium (apt-get install chromium)');
let shared;
/**
 * The browser of this process, which lives as long as it does: files of tests that run one after the
 * other share it. Whoever closes it closes only what was opened in it.
 */
export async function sharedChromium() {
    if (!shared?.isConnected()) {
        shared = await launchChromium();
        process.once('SIGTERM', endWith(shared));
    }
    const browser = shared;
    return {
        newContext: (options) => browser.newContext(options),
        async close() {
            await Promise.all(browser.contexts().map((context) => context.close()));
        },
    };
}
/** How vitest ends a worker. Playwright would only close the browser then, and the worker stay until it is killed. */
function endWith(browser) {
    return () => {
        const exit = () => process.exit();
        browser.close().then(exit, exit);
    };
}
/** A real browser that loads nothing by itself. */
export async function launchChromium() {
    if (!chromiumPath)
        throw new Error('Chromium is missing; the tests that need it are skipped.');
    return await chromium.launch({
        executablePath: chromiumPath,
        timeout: 120_000,
        handleSIGTERM: false,
        args: [
            '--headless',
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            // No page of a test lives long enough for optimised code to pay.
            '--js-flags=--no-turbofan --no-maglev',
        ],
    });
}
//# sourceMappingURL=chromium.js.map