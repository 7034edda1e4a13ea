FROM python:3.12-slim

RUN useradd --create-home --uid 10001 fieldpost && mkdir /data && chown fieldpost /data
WORKDIR /app
COPY pyproject.toml README.md ./
COPY bot bot
COPY render render
COPY data data
RUN pip install --no-cache-dir -e '.[postgres]' && python -m compileall -q bot render

USER fieldpost
ENV FIELDPOST_DB=/data/fieldpost.db PYTHONUNBUFFERED=1
VOLUME /data
WORKDIR /data
EXPOSE 8642
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["python", "-m", "bot", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "bot"]
