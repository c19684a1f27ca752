# LMS in a container, without root. Two kinds:
#   docker build -t lms .                       for a database of your own (DATABASE_URL)
#   docker build -t lms --target embedded .     with the embedded PostgreSQL; its data is in the volume /data
# Pinned by digest, as the images in compose.yaml are; CONTRIBUTING.md has the command that reads the newest.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS node

FROM node AS sources
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM sources AS build
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

# Node comes with the image; the packages that carry one for other machines stay out.
FROM sources AS packages
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund

FROM sources AS packages-embedded
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node AS base
WORKDIR /app
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY package.json ./
COPY shared shared
COPY server server
# The operators' commands: npm run doctor, backup, restore, wake, superadmin, rebalance, and with the embedded database rehearse.
COPY scripts/command.mjs scripts/run.mjs scripts/setup.mjs scripts/
COPY --from=build /app/dist dist
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --start-interval=1s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health/live').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]

FROM base AS embedded
COPY --from=packages-embedded /app/node_modules node_modules

FROM base AS server
COPY --from=packages /app/node_modules node_modules
