import { defineConfig } from "vitest/config";

// `npm run dev` sends the questions to a running `arbiter serve`.
const server = process.env.ARBITER_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "./",
  server: { proxy: { "/api": server, "/healthz": server } },
  build: {
    // The bundle is committed and embedded by crates/web: names are fixed, so that its list of files is.
    outDir: "../crates/web/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: "assets/app.js",
        // A table of words for each language but English.
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/app[extname]",
      },
    },
  },
  worker: {
    format: "es",
    rolldownOptions: { output: { entryFileNames: "assets/worker.js" } },
  },
  test: { include: ["unit/**/*.test.{ts,mjs}"] },
});
