# syntax=docker/dockerfile:1
# Two stages: one that builds, and one that holds nothing but Node, the built service, its models and its settings.
# `deploy/assemble` does what the build stage does, so that it can be rehearsed without a container engine
# (deploy/rehearse).

FROM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY dashboard/package.json dashboard/
RUN npm ci --no-audit --no-fund
COPY . .
# Another reranker in the usual layout (tokenizer.json, config.json, onnx/model*.onnx): a folder of the build context
# or a URL, checked before it is baked in.
ARG RERANKER_MODEL=""
RUN deploy/assemble /out

FROM node:24-slim
LABEL org.opencontainers.image.title="Palimpsest" \
      org.opencontainers.image.description="Long-term memory for AI agents" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    SVC_Server__Host=0.0.0.0 \
    TMPDIR=/app/cache
COPY --from=build /out /app
RUN ln -s /app/deploy/bin/palimpsest /app/deploy/bin/mint-key /usr/local/bin/ \
    && mkdir -p /app/cache /data \
    && ln -s /data /app/var \
    && chown node:node /app/cache /data
WORKDIR /app
# `node`, by number: an orchestrator that refuses root cannot tell by a name.
USER 1000:1000
VOLUME ["/app/cache", "/data"]
EXPOSE 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=6s --start-period=30s --retries=3 CMD ["node", "/app/deploy/healthcheck.mjs"]
ENTRYPOINT ["/app/deploy/bin/entrypoint"]
# `embedded` is the other command: the whole service with nothing else installed.
CMD ["default"]
